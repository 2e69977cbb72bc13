import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Meter } from '#web/ui/Meter.tsx'
import { Stepper } from '#web/ui/Stepper.tsx'
import { Specimen } from './Specimen.tsx'

export function Moving() {
  return (
    <Specimen title="Steps, tabs and pages">
      <Stepper steps={['Send PIN', 'Verify PIN', 'Update password']} current={1} />
      <div className="tabs" role="tablist" aria-label="Workshops">
        <button role="tab" aria-selected="true">
          Purchased <span className="count">1</span>
        </button>
        <button role="tab" aria-selected="false">
          Pending
        </button>
        <button role="tab" aria-selected="false">
          Past
        </button>
      </div>
      <nav className="pagination" aria-label="Pages">
        <a className="button button-quiet" href="#main" aria-label="Previous page">
          <Icon name="back" />
        </a>
        <a className="button button-quiet" href="#main" aria-current="page" aria-label="Page 1">
          1
        </a>
        <a className="button button-quiet" href="#main" aria-label="Page 2">
          2
        </a>
        <a className="button button-quiet" href="#main" aria-label="Next page">
          <Icon name="next" />
        </a>
      </nav>
    </Specimen>
  )
}

export function Waiting() {
  return (
    <Specimen title="Waiting">
      <div className="stack gap-s" aria-busy="true">
        <div className="skeleton" />
        <div className="skeleton" />
        <div className="skeleton skeleton-short" />
      </div>
      <div className="cluster gap-l">
        <div className="spinner" />
        <div className="countdown" role="timer" aria-label="Seconds until sign-in">
          <span>
            <b>10</b>seconds
          </span>
        </div>
      </div>
    </Specimen>
  )
}

export function Progress() {
  return (
    <Specimen title="Progress">
      <div className="stack gap-s">
        <Meter label="Seats taken in workshop one" value={30} of={100} />
        <Meter label="Seats taken in workshop two" value={85} of={100} tone="wait" />
        <Meter label="Seats taken in workshop three" value={100} of={100} tone="bad" />
        <Meter label="Upload" value={100} of={100} tone="good" />
      </div>
      <ol className="checklist">
        <li data-done="">Verify your email</li>
        <li>Create your profile</li>
      </ol>
    </Specimen>
  )
}

export function EmptyAndAccordion() {
  return (
    <Specimen title="Empty state and accordion">
      <EmptyState title="No certificates yet" heading="h3">
        <p className="soft">They appear here the day after an event you attended.</p>
        <button className="button button-secondary">Browse events</button>
      </EmptyState>
      <div>
        <details className="accordion" open>
          <summary>How do I pay?</summary>
          <p className="soft">By card, through our payment partner.</p>
        </details>
        <details className="accordion">
          <summary>Who reads my abstract?</summary>
          <p className="soft">At least three reviewers.</p>
        </details>
      </div>
    </Specimen>
  )
}

export function DeepGround() {
  return (
    <section className="deep card stack" aria-label="On the deep ground">
      <h2>On the deep ground</h2>
      <p className="soft">Add the class deep and everything inside re-inks itself.</p>
      <div className="cluster">
        <button className="button button-primary">Primary</button>
        <button className="button button-secondary">Secondary</button>
        <button className="button button-quiet">Quiet</button>
      </div>
      <p>
        <a href="#main">A link</a>
      </p>
    </section>
  )
}
