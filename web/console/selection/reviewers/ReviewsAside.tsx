import { counted } from '#web/console/events/words.ts'
import { Link } from '#web/console/layout/Link.tsx'
import type { Overview } from '#web/console/selection/words.ts'
import { dayAfter } from '#web/console/ui/series.ts'
import { clockAt, dayAndMonth, daysBetween } from '#web/platform/calendar.ts'

type Need = { title: string; detail: string; to: string; action: string }

/** What waits for somebody, each with its screen. */
export function ReviewNeeds({ overview, eventId }: { overview: Overview; eventId: number }) {
  const needs = needsOf(overview)
  return (
    <section className="card" aria-labelledby="h-needs">
      <div className="card-header">
        <h2 id="h-needs">Needs you</h2>
      </div>
      {needs.length === 0 && <p className="soft">Nothing waits for you.</p>}
      <ul className="rows rows-tight">
        {needs.map(({ title, detail, to, action }) => (
          <li key={title}>
            <span>
              <strong>{title}</strong>
              <br />
              <small>{detail}</small>
            </span>
            <Link className="button button-secondary" to={`${to}${to.includes('?') ? '&' : '?'}eventId=${eventId}`}>
              {action}
              <span className="visually-hidden">: {title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function needsOf({ call, figures, needs, fields }: Overview): Need[] {
  const worst = fields.toSorted((one, other) => other.short - one.short)[0]
  const all: (Need & { isTrue: boolean })[] = [
    {
      isTrue: call.criteria === 0,
      title: 'There is no criterion yet',
      detail: 'Reviewers score by criteria that you write',
      to: '/console/reviews/settings',
      action: 'Write',
    },
    {
      isTrue: figures.waiting > 0 && call.beganAt !== null && call.today > call.abstractsCloseOn,
      title: counted(figures.waiting, 'abstract came since review began', 'abstracts came since review began'),
      detail: 'Reviewers get them when you begin again',
      to: '/console/reviews/settings',
      action: 'Begin',
    },
    {
      isTrue: needs.short > 0,
      title: `${counted(needs.short, 'abstract has', 'abstracts have')} fewer than ${counted(call.reviewsWanted, 'reviewer')}`,
      detail: worst ? `${worst.short} in ${worst.name}` : '',
      to: '/console/assignment',
      action: 'Assign',
    },
    {
      isTrue: needs.late > 0,
      title: counted(needs.late, 'review is late', 'reviews are late'),
      detail: call.dueOn ? `They were due on ${dayAndMonth(call.dueOn)}` : '',
      to: '/console/reviewers?state=active',
      action: 'See',
    },
    {
      isTrue: needs.possibleConflicts > 0,
      title: counted(needs.possibleConflicts, 'possible conflict', 'possible conflicts'),
      detail: 'Somebody must say whether it is one',
      to: '/console/reviewers?part=conflicts',
      action: 'Look',
    },
    {
      isTrue: needs.redactions > 0,
      title: counted(needs.redactions, 'abstract waits for redaction', 'abstracts wait for redaction'),
      detail: 'Names were found in text or file; reviewers cannot open them yet',
      to: '/console/redaction',
      action: 'Redact',
    },
    {
      isTrue: needs.divided > 0,
      title: counted(needs.divided, 'abstract divides its reviewers', 'abstracts divide their reviewers'),
      detail: '2 points or more between highest and lowest',
      to: '/console/decisions',
      action: 'Discuss',
    },
  ]
  return all.filter(({ isTrue }) => isTrue)
}

type Step = { name: string; day: string | null; isDone: boolean; detail?: string }

export function Steps({ overview: { call, figures } }: { overview: Overview }) {
  const { today, abstractsCloseOn, beganAt, dueOn, decisionsOn, answerDays, timeZone } = call
  const left = dueOn ? daysBetween(today, dueOn) : 0
  const steps: Step[] = [
    { name: 'Abstracts close', day: abstractsCloseOn, isDone: today > abstractsCloseOn },
    { name: 'Reviewing begins', day: beganAt && clockAt(beganAt, timeZone).day, isDone: beganAt !== null },
    {
      name: 'Reviews due',
      day: dueOn,
      isDone: dueOn !== null && today > dueOn,
      ...(left > 0 && { detail: `in ${counted(left, 'day')}` }),
    },
    { name: 'Decisions', day: decisionsOn, isDone: today > decisionsOn && figures.abstracts > 0 },
    {
      name: 'Speakers confirm',
      day: dayAfter(decisionsOn, answerDays),
      isDone: today > dayAfter(decisionsOn, answerDays),
    },
  ]
  const next = steps.findIndex(({ isDone }) => !isDone)
  return (
    <section className="card" aria-labelledby="h-steps">
      <div className="card-header">
        <h2 id="h-steps">Steps</h2>
      </div>
      <ol className="date-line">
        {steps.map(({ name, day, isDone, detail }, at) => (
          <li key={name} data-done={isDone ? '' : undefined} data-next={at === next ? '' : undefined}>
            <span aria-hidden="true">{isDone ? '✓' : at === next ? '●' : '○'}</span>
            <span>
              {name}
              {isDone && <span className="visually-hidden">, done</span>}
              {at === next && detail && (
                <>
                  <br />
                  <small>{detail}</small>
                </>
              )}
            </span>
            {day ? <time dateTime={day}>{dayAndMonth(day)}</time> : <span className="soft">no day yet</span>}
          </li>
        ))}
      </ol>
    </section>
  )
}
