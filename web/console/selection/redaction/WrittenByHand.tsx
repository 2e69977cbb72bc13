import { useState } from 'react'
import { abstractLimits } from '#contract/abstracts/rules.ts'
import { type BlindSection, blindSections, insteadOf } from '#contract/selection/findings.ts'
import type { Ask } from '#web/console/call.ts'
import { Field } from '#web/ui/Field.tsx'
import { type Redaction, sectionTitles } from './redaction-words.ts'

type Written = Partial<Record<BlindSection, string>>
type WrittenByHandProps = {
  redaction: Redaction
  onSave: (byHand: NonNullable<Ask<'RedactionSave'>['byHand']>) => Promise<unknown>
  onClose: () => void
}

/** As reviewers would read it now: whoever goes on from there need not hide anything twice. */
function textOf({ sections, findings }: Redaction, section: BlindSection): string {
  const { byHand, original = [] } = sections.find((each) => each.section === section) ?? {}
  const lines = byHand ?? original
  return lines
    .map((line) =>
      line
        .map(({ text, finding }) => {
          const found = finding === null ? undefined : findings[finding]
          return found?.isHidden ? insteadOf(found.kind) : text
        })
        .join(''),
    )
    .join('\n')
}

/** Only what was changed is sent: all else stays as its author wrote it, with its marks. */
export function WrittenByHand({ redaction, onSave, onClose }: WrittenByHandProps) {
  const [written, setWritten] = useState<Written>({})
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        void onSave(written)
      }}
    >
      <p className="small soft">A section that you change loses bold and italics. It is looked through again.</p>
      {blindSections.map((section) => (
        <Field key={section} label={sectionTitles[section]}>
          {(control) => (
            <textarea
              className="input"
              rows={section === 'title' ? 2 : 5}
              maxLength={abstractLimits.section}
              dir="auto"
              value={written[section] ?? textOf(redaction, section)}
              onChange={({ target }) => setWritten({ ...written, [section]: target.value })}
              {...control}
            />
          )}
        </Field>
      ))}
      <div className="cluster">
        <button className="button button-secondary" type="submit">
          Keep what I wrote
        </button>
        <button className="button button-quiet" type="button" onClick={onClose}>
          Not now
        </button>
      </div>
    </form>
  )
}
