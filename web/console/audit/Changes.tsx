import { type Change, plainName, valueText } from './words.ts'

const kinds = { made: 'made', changed: 'changed', removed: 'removed' } as const
/** Of a row that is new or gone, in a list. */
const fieldsAtOnce = 4

/** Before and after of each row, field by field. In a list, a row that is new or gone is one line. */
export function Changes({ changes, isWhole }: { changes: readonly Change[]; isWhole: boolean }) {
  return changes.map((change) => (
    <div key={`${change.table} ${change.key} ${change.kind}`} className="versions">
      <span className="small soft">
        {plainName(change.table)} {change.key} {kinds[change.kind]}
        {change.isErased && '. The words are gone: the person was erased'}
        {!isWhole && change.kind !== 'changed' && !change.isErased && <Briefly change={change} />}
      </span>
      {!change.isErased && (isWhole || change.kind === 'changed') && <Fields change={change} isWhole={isWhole} />}
    </div>
  ))
}

/** What has a value, and the first of that. */
const told = ({ kind, fields }: Change) =>
  kind === 'changed' ? fields : fields.filter(({ before, after }) => (before ?? after ?? '') !== '')

function Briefly({ change }: { change: Change }) {
  const fields = told(change).filter(({ name }) => name !== 'id' && !name.endsWith('_key'))
  return fields.slice(0, fieldsAtOnce).map(({ name, before, after }) => (
    <span key={name}>
      , {plainName(name).toLowerCase()} <bdi>{valueText(after ?? before)}</bdi>
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
              <del dir="auto">{valueText(before)}</del>
            </dd>
          )}
          {change.kind !== 'removed' && (
            <dd>
              <span className="visually-hidden">after: </span>
              <ins dir="auto">{valueText(after)}</ins>
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}
