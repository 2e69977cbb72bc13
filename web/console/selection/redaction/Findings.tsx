import { redactionFileAddress } from '#web/console/call.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { type Finding, kindTexts, whereTitles, type Redaction } from './redaction-words.ts'

type FindingsProps = {
  eventId: number
  redaction: Redaction
  chosen: { hidden: readonly boolean[]; withFile: boolean }
  onHide: (finding: number, isHidden: boolean) => void
  onFile: (isSent: boolean) => void
}

/** Each that was found, and what becomes of it. What is in the file cannot be taken out of it: it is sent, or not. */
export function Findings({ eventId, redaction, chosen, onHide, onFile }: FindingsProps) {
  const { findings, file, abstractId, number } = redaction
  const inFile = findings.filter(({ where }) => where === 'file')
  const original = redactionFileAddress({ eventId, abstractId, which: 'original' })
  const copy = redactionFileAddress({ eventId, abstractId, which: 'copy' })
  return (
    <section className="card" aria-labelledby="h-found">
      <div className="card-header">
        <h2 id="h-found" className="heading-small">
          Found
        </h2>
        <span className="small soft">by the names, addresses and institutions of the authors</span>
      </div>
      <ul className="rows">
        {findings.map((finding, at) =>
          finding.where === 'file' ? null : finding.where === 'fileName' ? (
            <li key={`${finding.where} ${finding.text}`}>
              <Told finding={finding} text={file.name} says={`File name. Reviewers see ${number}`} />
              <span className="small soft">always hidden</span>
            </li>
          ) : (
            // oxlint-disable-next-line react/no-array-index-key -- the same name may be found twice; its place is what it is known by
            <li key={at}>
              <Told
                finding={finding}
                text={finding.text}
                says={`${whereTitles[finding.where]}. ${kindTexts[finding.kind]}`}
              />
              <Choice
                name={`finding-${at}`}
                about={finding.text}
                first="Hide"
                second="Leave"
                isFirst={chosen.hidden[at] ?? true}
                onChoose={(isFirst) => onHide(at, isFirst)}
              />
            </li>
          ),
        )}
        <li>
          <span>
            <strong dir="auto">{file.name}</strong>
            <br />
            <small>{fileText(redaction)}</small>
            {inFile.map(({ text, around, kind }, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- as above
              <small key={at} className="file-finding">
                <br />
                {kindTexts[kind]}: <q dir="auto">{around || text}</q>
              </small>
            ))}
          </span>
          <div className="cluster gap-s">
            {file.state === 'copy' && (
              <Choice
                name="file"
                about="the file"
                first="Withhold"
                second="Send"
                isFirst={!chosen.withFile}
                onChoose={(isFirst) => onFile(!isFirst)}
              />
            )}
            {file.state === 'copy' && (
              <a className="button button-quiet" href={copy} download>
                <Icon name="download" /> Copy<span className="visually-hidden"> of the file of {number}</span>
              </a>
            )}
            <a className="button button-quiet" href={original} download>
              <Icon name="download" /> Original<span className="visually-hidden"> file of {number}</span>
            </a>
          </div>
        </li>
      </ul>
    </section>
  )
}

function fileText({ file }: Redaction): string {
  if (file.state !== 'copy') return `The file is not sent to reviewers. ${file.why}`.trim()
  const seen = file.pages === 0 ? 'Its pages cannot be drawn here: open the copy to look at it.' : ''
  return `Its properties, comments and changes are always removed. ${seen} ${file.why}`.replace(/ {2,}/, ' ').trim()
}

function Told({ finding, text, says }: { finding: Finding; text: string; says: string }) {
  return (
    <span>
      <strong dir="auto">{text}</strong>
      <br />
      <small>
        {says}
        {finding.around && finding.where !== 'fileName' && `, in “${finding.around}”`}
      </small>
    </span>
  )
}

type ChoiceProps = {
  name: string
  about: string
  first: string
  second: string
  isFirst: boolean
  onChoose: (isFirst: boolean) => void
}

function Choice({ name, about, first, second, isFirst, onChoose }: ChoiceProps) {
  return (
    <fieldset className="cluster gap-s">
      <legend className="visually-hidden">{about}</legend>
      <label className="choice">
        <input type="radio" name={name} checked={isFirst} onChange={() => onChoose(true)} />
        <span>{first}</span>
      </label>
      <label className="choice">
        <input type="radio" name={name} checked={!isFirst} onChange={() => onChoose(false)} />
        <span>{second}</span>
      </label>
    </fieldset>
  )
}
