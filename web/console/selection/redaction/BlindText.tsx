import { insteadOf } from '#contract/selection/findings.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { type Redaction, sectionTitles } from './redaction-words.ts'

type Section = Redaction['sections'][number]
type Run = Section['original'][number][number]

/** As it came, with what was found in it marked. */
export function OriginalText({ redaction: { sections } }: { redaction: Redaction }) {
  return <Text sections={sections} linesOf={({ original }) => original} draw={marked} />
}

const marked = ({ text, finding }: Run, key: number) =>
  finding === null ? (
    <span key={key}>{text}</span>
  ) : (
    <mark key={key} className="hint">
      {text}
    </mark>
  )

/** As it will be read. What was found and is left stays marked for staff. */
export function BlindText({ redaction, hidden }: { redaction: Redaction; hidden: readonly boolean[] }) {
  return (
    <Text
      sections={redaction.sections}
      linesOf={({ byHand, original }) => byHand ?? original}
      withheld="More than 100 places in this section name the authors. Write it by hand before you release the abstract."
      draw={(run, key) => {
        const { finding } = run
        const found = finding === null ? undefined : redaction.findings[finding]
        return found && finding !== null && hidden[finding] ? (
          <span key={key} className="hidden-word">
            {insteadOf(found.kind).slice(1, -1)}
          </span>
        ) : (
          marked(run, key)
        )
      }}
    />
  )
}

type TextProps = {
  sections: readonly Section[]
  linesOf: (section: Section) => Section['original']
  draw: (run: Run, key: number) => React.ReactNode
  /** In place of a section that reviewers do not get. */
  withheld?: string
}

function Text({ sections, linesOf, draw, withheld }: TextProps) {
  return (
    <div className="blind-text small" dir="auto">
      {sections.map((section) => (
        <div key={section.section} className="stack gap-s">
          {withheld && section.isWithheld && (
            <Notice tone="bad">
              {sectionTitles[section.section]}. {withheld}
            </Notice>
          )}
          {(withheld && section.isWithheld ? [] : linesOf(section)).map((line, at) => (
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
