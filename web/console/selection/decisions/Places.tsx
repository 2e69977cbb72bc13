import { useState } from 'react'
import { grouped } from '#contract/money.ts'
import { useSelectionAct } from '#web/console/selection/useSelectionAct.ts'
import { FormEnd } from '#web/console/ui/Form.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { TextField } from '#web/ui/Field.tsx'
import type { Decisions } from './decision-words.ts'

type Place = Decisions['places'][number]

const leftText = ({ accepted, places }: Place): string => {
  if (places === null) return 'no number of places said'
  return accepted > places ? `${grouped(accepted - places)} too many` : `${grouped(places - accepted)} left`
}

/** How many are accepted of how many places, and what is still open. */
export function Places({ decisions }: { decisions: Decisions }) {
  const { places, figures } = decisions
  const decided = figures.all - figures.undecided
  const shown = places.filter(({ type, accepted, places }) => type !== 'Workshop' || accepted > 0 || places !== null)
  return (
    <dl className={shown.length > 2 ? 'stat-strip of-five' : 'stat-strip'}>
      {shown.map((place) => (
        <div key={place.type}>
          <dt>{place.type}</dt>
          <dd>{place.places === null ? grouped(place.accepted) : `${place.accepted} of ${place.places} places`}</dd>
          <dd>{leftText(place)}</dd>
        </div>
      ))}
      <div>
        <dt>Rejected, waiting list</dt>
        <dd>{`${grouped(figures.rejected)}, ${grouped(figures.waiting)}`}</dd>
        <dd>{`${decided === 0 ? 0 : Math.round((100 * figures.rejected) / decided)}% rejected so far`}</dd>
      </div>
      <div>
        <dt>Undecided</dt>
        <dd>{grouped(figures.undecided)}</dd>
        <dd>
          {figures.undecided === 0 && 'all are decided'}
          {figures.undecided > 0 &&
            (figures.divided === 1
              ? '1 of them divides its reviewers'
              : `${grouped(figures.divided)} of them divide their reviewers`)}
        </dd>
      </div>
    </dl>
  )
}

/** How many of each type there is room for. Empty: nobody has said. */
export function EditPlaces({
  eventId,
  places,
  onClose,
}: {
  eventId: number
  places: readonly Place[]
  onClose: () => void
}) {
  const { act, problem, isSending } = useSelectionAct('PlacesSave')
  const [typed, setTyped] = useState(() =>
    Object.fromEntries(places.map((each) => [each.type, each.places?.toString() ?? ''])),
  )
  const save = async () => {
    const wanted = places.map(({ type }) => ({ type, places: typed[type] ? Number(typed[type]) : null }))
    if (await act({ eventId, places: wanted })) onClose()
  }
  return (
    <Dialog open onClose={onClose} title="Places" typed>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        {places.map(({ type }) => (
          <TextField
            key={type}
            label={type}
            type="number"
            min={0}
            max={10_000}
            value={typed[type]}
            onChange={({ target }) => setTyped((now) => ({ ...now, [type]: target.value }))}
          />
        ))}
        <FormEnd action="Save" {...{ problem, isSending, onClose }} />
      </form>
    </Dialog>
  )
}
