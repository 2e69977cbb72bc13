import { useState } from 'react'
import { counted } from '#web/console/events/words.ts'
import { useSelectionAct } from '#web/console/selection/useSelectionAct.ts'
import { type Call, type Criterion, listed } from '#web/console/selection/words.ts'
import { useConfirm } from '#web/console/ui/useConfirm.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { CriterionFields } from './CriterionFields.tsx'

/** By what reviewers score, in the order in which they meet it. What reviews have begun with can only be retired. */
export function Criteria({ call, mayManage }: { call: Call; mayManage: boolean }) {
  const { criteria, eventId } = call
  const saving = useSelectionAct('CriterionSave')
  const retiring = useSelectionAct('CriterionRetire')
  const { confirm, dialog } = useConfirm()
  const [open, setOpen] = useState<number | 'new'>()
  const nextPosition = Math.max(0, ...criteria.map(({ position }) => position + 1))
  // One that is used keeps its place: the others can not be ordered round it.
  const mayOrder = mayManage && criteria.every(({ isUsed }) => !isUsed)

  const move = async (at: number, to: number) => {
    const order = [...criteria]
    order.splice(to, 0, ...order.splice(at, 1))
    for (const [position, one] of order.entries()) {
      const { isUsed: _used, ...fields } = one
      if (one.position !== position && !(await saving.act({ eventId, ...fields, position }))) return
    }
  }
  const retire = async ({ criterionId, version, name, isUsed }: Criterion) => {
    const isSure = await confirm({
      title: `Retire “${name}”?`,
      text: <p>{isUsed ? 'Scores that were given stay; no new review is asked for it.' : 'No review has it yet.'}</p>,
      consequence: 'Retire it',
    })
    if (isSure) await retiring.act({ eventId, criterionId, version })
  }

  const problem = saving.problems.form ?? retiring.problems.form
  return (
    <section className="card stack" aria-labelledby="h-criteria">
      <div className="card-header">
        <h2 id="h-criteria">Criteria</h2>
        <span className="small soft">Each is scored from 1 to 5</span>
      </div>
      {problem && (
        <Notice tone="bad" live>
          {problem}
        </Notice>
      )}
      {criteria.length === 0 && open !== 'new' && <p className="soft">None yet.</p>}
      <ol className="stack disciplines">
        {criteria.map((one, at) => (
          <li key={one.criterionId} className="stack gap-s">
            {open === one.criterionId ? (
              <CriterionFields
                eventId={eventId}
                criterion={one}
                position={one.position}
                onDone={() => setOpen(undefined)}
              />
            ) : (
              <>
                <Line criterion={one} />
                {mayManage && (
                  <Tools
                    criterion={one}
                    isFirst={at === 0}
                    isLast={at === criteria.length - 1}
                    onMove={mayOrder ? (by) => void move(at, at + by) : undefined}
                    onChange={() => setOpen(one.criterionId)}
                    onRetire={() => void retire(one)}
                  />
                )}
              </>
            )}
          </li>
        ))}
      </ol>
      {mayManage &&
        (open === 'new' ? (
          <CriterionFields eventId={eventId} position={nextPosition} onDone={() => setOpen(undefined)} />
        ) : (
          <div>
            <button className="button button-secondary" type="button" onClick={() => setOpen('new')}>
              <Icon name="plus" /> Add a criterion
            </button>
          </div>
        ))}
      {dialog}
    </section>
  )
}

type ToolsProps = {
  criterion: Criterion
  isFirst: boolean
  isLast: boolean
  /** Missing where the order stays. */
  onMove: ((by: -1 | 1) => void) | undefined
  onChange: () => void
  onRetire: () => void
}

function Tools({ criterion: { name, isUsed }, isFirst, isLast, onMove, onChange, onRetire }: ToolsProps) {
  return (
    <span className="cluster gap-s">
      {onMove && (
        <>
          <button className="button button-quiet" type="button" disabled={isFirst} onClick={() => onMove(-1)}>
            Up<span className="visually-hidden">: {name}</span>
          </button>
          <button className="button button-quiet" type="button" disabled={isLast} onClick={() => onMove(1)}>
            Down<span className="visually-hidden">: {name}</span>
          </button>
        </>
      )}
      {!isUsed && (
        <button className="button button-quiet" type="button" onClick={onChange}>
          Change<span className="visually-hidden"> {name}</span>
        </button>
      )}
      <button className="button button-quiet" type="button" onClick={onRetire}>
        Retire<span className="visually-hidden"> {name}</span>
      </button>
    </span>
  )
}

function Line({ criterion: { name, hint, low, high, weight, isRequired, types, isUsed } }: { criterion: Criterion }) {
  return (
    <div>
      <p dir="auto">
        <strong>{name}</strong> <span className="weight">{`× ${weight}`}</span>{' '}
        {isUsed && <span className="small soft">reviews have begun with it</span>}
      </p>
      {hint && (
        <p className="small" dir="auto">
          {hint}
        </p>
      )}
      <p className="small soft" dir="auto">
        {listed([
          low !== '' && `1 is ${low}`,
          high !== '' && `5 is ${high}`,
          isRequired ? 'must be scored' : 'may be left out',
          types ? `for ${types.join(' and ')}` : `for every type`,
        ])}
        .<span className="visually-hidden"> {counted(weight, 'time')} in the total</span>
      </p>
    </div>
  )
}
