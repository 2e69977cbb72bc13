import { useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { type Me, mayIn } from '#web/console/accounts/me.ts'
import { forgetEvent } from '#web/console/layout/withEvent.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { typedIn, useEventAct } from './useEvent.ts'
import { counted, type EventDetail } from './words.ts'

/** The acts that change what everybody sees. Each says what it does, in figures, before it is done. */
export function States({ me, event }: { me: Me; event: EventDetail }) {
  const { eventId, state, isCurrent, counts } = event
  if (!mayIn(me, 'event.publish', eventId))
    return (
      <Notice>
        <p>Owners and organisers of this event publish, end and archive it.</p>
      </Notice>
    )
  const held = counted(counts.openHolds, 'hold', 'holds')
  const given = counted(counts.extensions, 'extension', 'extensions')
  return (
    <div className="stack gap-l">
      {state === 'published' && !isCurrent && <MakeCurrent event={event} />}
      {state === 'published' && (
        <Serious event={event} name="EventEnd" title="End the event" button={`End it: ${held} and ${given} close`}>
          <p>
            Sales close, and seats that nobody is paying for are free. Receipts and refunds continue.{' '}
            {isCurrent && 'It stays on the home page until another event is made the current one.'}
          </p>
        </Serious>
      )}
      {state === 'published' && (
        <Serious
          event={event}
          name="EventUnpublish"
          title="Take it back to a draft"
          button={`Unpublish it for ${counted(counts.people, 'person', 'people')}`}
        >
          <p>
            <strong>Stops:</strong> sign-up, checkout, what the site shows of it.{' '}
            {isCurrent && 'The home page then has no event. '}
            <strong>Goes on:</strong> payments settle, letters go out, {held} lapse.{' '}
            {counts.paidOrders > 0 &&
              `${counted(counts.paidOrders, 'order is', 'orders are')} paid: only an owner can do this.`}
          </p>
        </Serious>
      )}
      {state === 'ended' && !isCurrent && (
        <Serious event={event} name="EventArchive" title="Put it into the archive" button={`Archive ${event.name}`}>
          <p>Nobody changes anything of it any more. Only money that is still on its way moves.</p>
        </Serious>
      )}
      {state === 'ended' && isCurrent && (
        <Notice>
          <p>It can be archived once another event is the current one.</p>
        </Notice>
      )}
      {state === 'draft' && (
        <Serious
          event={event}
          name="EventDelete"
          title="Delete the draft"
          button={`Delete it with ${counted(event.disciplines.length, 'discipline')} and ${counted(counts.workshops, 'workshop')}`}
        >
          <p>Only a draft that nobody took part in. It cannot be undone.</p>
        </Serious>
      )}
      {state === 'archived' && (
        <Notice>
          <p>This event is archived. It can only be read.</p>
        </Notice>
      )}
    </div>
  )
}

function MakeCurrent({ event }: { event: EventDetail }) {
  const { act, problems, isSending } = useEventAct('EventMakeCurrent')
  const { eventId, version } = event
  return (
    <section className="card stack" aria-labelledby="h-current">
      <h2 id="h-current">Make it the current event</h2>
      <p>The home page and the plain addresses show this event, and whoever signs in is there.</p>
      {problems.form && (
        <Notice tone="bad" live>
          {problems.form}
        </Notice>
      )}
      <div>
        <button
          className="button button-primary"
          type="button"
          aria-busy={isSending || undefined}
          onClick={() => void act({ eventId, version })}
        >
          Show {event.name} on the home page
        </button>
      </div>
    </section>
  )
}

type SeriousProps = {
  event: EventDetail
  name: 'EventEnd' | 'EventUnpublish' | 'EventArchive' | 'EventDelete'
  title: string
  /** What will have happened, in figures. */
  button: string
  children: ReactNode
}

/** Asked for with the name typed: nobody does it by a slip of the hand. */
function Serious({ event, name, title, button, children }: SeriousProps) {
  const [isOpen, setOpen] = useState(false)
  const navigate = useNavigate()
  const { act, problems, isSending, forget } = useEventAct(name)
  const id = `h-${name}`
  const send = async (typed: string) => {
    const { eventId, version } = event
    if (!(await act({ eventId, version, name: typed }))) return
    setOpen(false)
    if (name !== 'EventDelete') return
    forgetEvent()
    await navigate('/console/events')
  }
  const close = () => {
    forget()
    setOpen(false)
  }
  return (
    <section className="card stack" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
      <div>
        <button className="button button-danger" type="button" onClick={() => setOpen(true)}>
          {title} …
        </button>
      </div>
      <Dialog open={isOpen} onClose={close} title={`${title}?`} typed>
        {isOpen && (
          <form
            className="stack"
            noValidate
            onSubmit={(submit) => {
              submit.preventDefault()
              if (!isSending) void send(typedIn(submit.currentTarget, 'name'))
            }}
          >
            {children}
            <TextField label={`Type “${event.name}” to go on`} name="name" autoComplete="off" error={problems.name} />
            {problems.form && (
              <Notice tone="bad" live>
                {problems.form}
              </Notice>
            )}
            <div className="cluster">
              <button className="button button-danger" aria-busy={isSending || undefined}>
                {button}
              </button>
              <button className="button button-quiet" type="button" onClick={close}>
                Not now
              </button>
            </div>
          </form>
        )}
      </Dialog>
    </section>
  )
}
