import { insteadOf } from '#contract/selection/redaction-heads.ts'
import { type Redaction, sectionTitles } from './redaction-words.ts'

type Section = Redaction['sections'][number]
type Run = Section['original'][number][number]

/** As it came, with what was found in it marked. */
export function OriginalText({ redaction: { sections } }: { redaction: Redaction }) {
  return (
    <Text
      sections={sections}
      linesOf={({ original }) => original}
      draw={({ text, finding }, key) =>
        finding === null ? (
          <span key={key}>{text}</span>
        ) : (
          <mark key={key} className="hint">
            {text}
          </mark>
        )
      }
    />
  )
}

/** As it will be read. */
export function BlindText({ redaction, hidden }: { redaction: Redaction; hidden: readonly boolean[] }) {
  return (
    <Text
      sections={redaction.sections}
      linesOf={({ byHand, original }) => byHand ?? original}
      draw={({ text, finding }, key) => {
        const found = finding === null ? undefined : redaction.findings[finding]
        return found && finding !== null && hidden[finding] ? (
          <span key={key} className="hidden-word">
            {insteadOf(found.kind).slice(1, -1)}
          </span>
        ) : (
          <span key={key}>{text}</span>
        )
      }}
    />
  )
}

type TextProps = {
  sections: readonly Section[]
  linesOf: (section: Section) => Section['original']
  draw: (run: Run, key: number) => React.ReactNode
}

function Text({ sections, linesOf, draw }: TextProps) {
  return (
    <div className="blind-text small" dir="auto">
      {sections.map((section) => (
        <div key={section.section} className="stack gap-s">
          {linesOf(section).map((line, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- lines have no other name, and their order never changes
            <p key={at}>
              {section.section === 'title' ? (
                <strong>{line.map(draw)}</strong>
              ) : (
                <>
                  {at === 0 && <strong>{sectionTitles[section.section]}. </strong>}
                  {line.map(draw)}
                </>
              )}
            </p>
          ))}
        </div>
      ))}
    </div>
  )
}
