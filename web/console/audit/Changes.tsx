import { Link } from '#web/console/layout/Link.tsx'
import { type Change, plainName, textSentence, valueText } from './words.ts'

const kinds = { made: 'made', changed: 'changed', removed: 'removed' } as const
/** Of a row that is new or gone, in a list. */
const fieldsAtOnce = 4

type ChangesProps = { changes: readonly Change[]; more: number; isWhole: boolean }

/** Before and after of each row, field by field. In a list, a row that is new or gone is one line. */
export function Changes({ changes, more, isWhole }: ChangesProps) {
  return (
    <>
      {changes.map((change) => (
        <div key={`${change.table} ${change.key} ${change.kind}`} className="versions">
          {isWhole && change.textChanged && <Text change={change} lines={change.lines} compare={undefined} />}
          <OneRow change={change} isWhole={isWhole} />
        </div>
      ))}
      {more > 0 && <span className="small soft">{more === 1 ? '1 more change' : `${more} more changes`}</span>}
    </>
  )
}

/** In a list, what became of the words of a page. */
export function TextChanges({ actId, changes }: { actId: number; changes: readonly Change[] }) {
  return changes
    .filter(({ textChanged }) => textChanged)
    .map((change) => <Text key={change.key} change={change} lines={null} compare={actId} />)
}

type TextProps = { change: Change; lines: Change['lines']; compare: number | undefined }

/** A changed text: in a list a link, on the page of the act old and new side by side. */
function Text({ change, lines, compare }: TextProps) {
  const more = change.linesInAll - (lines?.length ?? 0)
  return (
    <>
      <span className="small">
        {textSentence(change, compare === undefined)}{' '}
        {compare !== undefined && <Link to={`/console/audit/${compare}`}>Compare</Link>}
      </span>
      {compare === undefined && lines && (
        <dl className="diff">
          {lines.map(({ label, before, after }, at) => (
            <div key={`${label} ${at}`}>
              <dt>{label}</dt>
              <dd>
                <span className="visually-hidden">before: </span>
                {before && <del dir="auto">{before}</del>}
              </dd>
              <dd>
                <span className="visually-hidden">after: </span>
                {after && <ins dir="auto">{after}</ins>}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {compare === undefined && more > 0 && <span className="small soft">{more} more lines</span>}
    </>
  )
}

function OneRow({ change, isWhole }: { change: Change; isWhole: boolean }) {
  return (
    <>
      <span className="small soft">
        {plainName(change.table)} {change.key} {kinds[change.kind]}
        {change.isErased && '. The words are gone: the person was erased'}
        {!isWhole && change.kind !== 'changed' && !change.isErased && <Briefly change={change} />}
      </span>
      {!change.isErased && (isWhole || change.kind === 'changed') && <Fields change={change} isWhole={isWhole} />}
    </>
  )
}

/** What has a value, and the first of that. */
const told = ({ kind, fields }: Change) =>
  kind === 'changed' ? fields : fields.filter(({ before, after }) => (before ?? after ?? '') !== '')

function Briefly({ change }: { change: Change }) {
  const fields = told(change).filter(({ name }) => name !== 'id' && !name.endsWith('_key'))
  return fields.slice(0, fieldsAtOnce).map(({ name, before, after }) => (
    <span key={name}>
      , {plainName(name).toLowerCase()} <bdi>{valueText(change, name, after ?? before)}</bdi>
    </span>
  ))
}

function Fields({ change, isWhole }: { change: Change; isWhole: boolean }) {
  // That it was counted up says nothing in a list.
  const fields = told(change).filter(({ name }) => isWhole || name !== 'version')
  if (fields.length === 0) return null
  return (
    <dl className="diff">
      {fields.map(({ name, before, after }) => (
        <div key={name}>
          <dt>{plainName(name)}</dt>
          {change.kind !== 'made' && (
            <dd>
              <span className="visually-hidden">before: </span>
              <del dir="auto">{valueText(change, name, before)}</del>
            </dd>
          )}
          {change.kind !== 'removed' && (
            <dd>
              <span className="visually-hidden">after: </span>
              <ins dir="auto">{valueText(change, name, after)}</ins>
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}
