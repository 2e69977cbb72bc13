/** One field that two people changed at once: both versions, and whose is kept. */
import { Icon } from '#web/ui/Icon.tsx'

type OneOfTwoProps = {
  label: string
  /** Who left the other version, where it is known. */
  by?: string | undefined
  theirs: string
  mine: string
  onChoose: (whose: 'mine' | 'theirs') => void
  /** What was chosen; nothing yet without it. */
  chosen?: 'mine' | 'theirs' | undefined
}

export function OneOfTwo({ label, by, theirs, mine, onChoose, chosen }: OneOfTwoProps) {
  return (
    <fieldset className="stack gap-s">
      <legend className="field-label">{label}</legend>
      <dl className="diff">
        <div>
          <dt className="visually-hidden">Both versions</dt>
          <dd>
            <span className="small soft">{by || 'Theirs'}</span>
            <del dir="auto">{theirs || 'Nothing'}</del>
          </dd>
          <dd>
            <span className="small soft">You</span>
            <ins dir="auto">{mine || 'Nothing'}</ins>
          </dd>
        </div>
      </dl>
      <div className="cluster gap-s">
        {(['theirs', 'mine'] as const).map((whose) => (
          <button
            key={whose}
            className="button button-secondary"
            type="button"
            aria-pressed={chosen && chosen === whose}
            onClick={() => onChoose(whose)}
          >
            {chosen === whose && <Icon name="check" />} {whose === 'theirs' ? 'Keep theirs' : 'Keep mine'}
          </button>
        ))}
      </div>
    </fieldset>
  )
}
