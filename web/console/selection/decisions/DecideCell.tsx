import { abstractTypes } from '#contract/abstracts/rules.ts'
import { decidable } from '#contract/selection/words.ts'
import { fullDay } from '#web/platform/calendar.ts'
import { type DecisionRow, type Listed, outcomeWords, toldWords } from './decision-words.ts'

type DecideCellProps = {
  row: DecisionRow
  /** Null for whoever may only look. */
  decide: ((rows: readonly DecisionRow[], outcome: Listed | 'undecided', asType?: DecisionRow['type']) => void) | null
}

/** What is decided and not yet told; for what was told, what it is corrected to. */
export function DecideCell({ row, decide }: DecideCellProps) {
  const { state, pending, acceptedAs, type, number } = row
  const offered = (decidable[state] ?? []).filter((each): each is Listed => each !== 'duplicate')
  // As they were told already would correct nothing.
  const types = [type, ...abstractTypes.filter((each) => each !== type)].filter(
    (each) => state !== 'accepted' || each !== acceptedAs,
  )
  const told = acceptedAs ? `${toldWords[state]}, ${acceptedAs.toLowerCase()}` : toldWords[state]
  if (!decide || offered.length === 0) return <span>{pending ? outcomeWords[pending.outcome] : told}</span>
  return (
    <div className="stack gap-s">
      <div className="select">
        <select
          className="input"
          aria-label={`Decision for ${number}`}
          value={pending?.outcome ?? 'undecided'}
          onChange={({ target }) =>
            decide([row], target.value as Listed | 'undecided', target.value === 'accepted' ? types[0] : undefined)
          }
        >
          <option value="undecided">{state === 'under_review' ? 'Undecided' : `Told: ${told}`}</option>
          {pending?.outcome === 'duplicate' && <option value="duplicate">Duplicate</option>}
          {offered.map((outcome) => (
            <option key={outcome} value={outcome}>
              {outcome === 'accepted' && state === 'accepted' ? 'Accept as another type' : outcomeWords[outcome]}
            </option>
          ))}
        </select>
      </div>
      {pending?.outcome === 'accepted' && (
        <div className="select">
          <select
            className="input"
            aria-label={`Type for ${number}`}
            value={pending.asType ?? type}
            onChange={({ target }) => decide([row], 'accepted', target.value as DecisionRow['type'])}
          >
            {types.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </div>
      )}
      {pending?.reviseUntil && <small className="soft">until {fullDay(pending.reviseUntil)}</small>}
      {row.place !== null && <small className="soft">place {row.place}</small>}
    </div>
  )
}
