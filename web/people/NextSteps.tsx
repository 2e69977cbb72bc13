import type { CurrentEvent } from '#contract/events/site.ts'
import type { PagePath } from '#contract/pages.ts'
import { useContent } from '#web/layout/content.tsx'
import { PageLink } from '#web/layout/PageLink.tsx'
import { dayAndMonth } from '#web/platform/calendar.ts'
import { useStore } from '#web/platform/store.ts'
import { Meter } from '#web/ui/Meter.tsx'
import type { Profile } from './api.ts'

export type Step = { what: string; isDone: boolean; link?: { to: PagePath; text: string } }

/** `abstracts` counts those that are submitted, `workshops` the orders that are paid. */
type Standing = { profile: Profile | undefined; abstracts: number; workshops: number; event: CurrentEvent | null }

/** What is done and what comes next; the first step that is open says where to go. */
export function stepsOf({ profile, abstracts, workshops, event }: Standing): Step[] {
  const presents = profile?.PresenterType === 'Presenter' && !event?.noAbstracts
  const first: Step = {
    what: event ? `Submit your first abstract by ${dayAndMonth(event.abstractsCloseOn)}` : 'Submit your first abstract',
    isDone: abstracts > 0,
    link: { to: '/abstractsubmission', text: 'Add Abstract' },
  }
  return [
    { what: 'Verify your email', isDone: true },
    {
      what: 'Create your profile',
      isDone: profile !== undefined,
      link: { to: '/profilereg', text: 'Create your profile' },
    },
    ...(presents ? [first] : []),
    { what: 'Choose your workshops', isDone: workshops > 0, link: { to: '/events', text: 'See the schedule' } },
    ...(event ? [{ what: `Come to the event from ${dayAndMonth(event.startsOn)}`, isDone: false }] : []),
  ]
}

export function NextSteps({ profile, workshops }: Pick<Standing, 'profile' | 'workshops'>) {
  const { event } = useContent()
  const abstracts = useStore(({ abstract }) => abstract.filter(({ Status }) => Status !== '').length)
  const steps = stepsOf({ profile, abstracts, workshops, event })
  const done = steps.filter(({ isDone }) => isDone).length
  const next = steps.find(({ isDone }) => !isDone)
  return (
    <section className="card stack gap-s" aria-labelledby="steps">
      <h2 id="steps">Next steps</h2>
      <p className="small soft">
        {done} of {steps.length} done
      </p>
      <Meter label="Steps done" value={done} of={steps.length} />
      <ol className="checklist">
        {steps.map((step) => (
          <li key={step.what} data-done={step.isDone ? '' : undefined}>
            <span>
              {step.what}
              {step.isDone && <span className="visually-hidden"> (done)</span>}
              {step === next && step.link && (
                <>
                  <br />
                  <PageLink to={step.link.to}>{step.link.text}</PageLink>
                </>
              )}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
