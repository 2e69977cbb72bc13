/** Whom a letter is for. Nobody is chosen until somebody is. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { factsIn } from '#contract/mail/letter-words.ts'
import { mayIn, useMe } from '#web/console/accounts/me.ts'
import type { Ask } from '#web/console/call.ts'
import { ask } from '#web/console/queries.ts'
import { Field } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { type Audience, type Condition, conditions, countedWords, type Filter, people } from './words.ts'

type Letter = Omit<Ask<'SegmentCount'>, 'eventId'> & { eventId: number }

type WhoProps = {
  letter: Letter
  audience: Audience
  problem: string | undefined
  onChange: (audience: Audience) => void
}

export function Who({ letter, audience, problem, onChange }: WhoProps) {
  const isChosen = Object.keys(audience).length > 0
  const { data } = useQuery({
    ...ask('SegmentCount', counting(letter)),
    placeholderData: keepPreviousData,
    enabled: isChosen,
  })
  const counted = isChosen ? data : undefined
  return (
    <section className="card stack" aria-labelledby="h-who">
      <div className="card-header">
        <h2 id="h-who">Who</h2>
        <output>
          <strong className="figures">{isChosen ? counted && people(counted.toSend) : 'Nobody yet'}</strong>
        </output>
      </div>
      <p className="small soft">Nobody is chosen until you choose. These must all be true:</p>
      <Chips eventId={letter.eventId} audience={audience} onChange={onChange} />
      {audience.filter && (
        <Field label="And found by" hint="Name, e-mail or institution; leave it empty for all of them.">
          {(control) => (
            <input
              className="input"
              type="search"
              maxLength={200}
              {...control}
              value={audience.filter?.search ?? ''}
              onChange={({ target }) => onChange({ filter: withSearch(audience.filter ?? {}, target.value) })}
            />
          )}
        </Field>
      )}
      {problem && (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
      {counted && (
        <p className="small">
          {countedWords(counted)} {counted.authorsOnly && 'Your role writes to authors alone.'}
        </p>
      )}
    </section>
  )
}

/** Only what changes who is left out: not every word that is typed asks again. */
function counting({ eventId, audience, kind, subject, body }: Letter): Letter {
  const facts = factsIn(`${subject} ${body}`).map((name) => `{${name}}`)
  return { eventId, audience, kind, subject: '', body: facts.join(' ') }
}

function withSearch({ search: _before, ...filter }: Filter, typed: string): Filter {
  return typed === '' ? filter : { ...filter, search: typed }
}

type ChipsProps = { eventId: number; audience: Audience; onChange: (audience: Audience) => void }

function Chips({ eventId, audience, onChange }: ChipsProps) {
  const me = useMe()
  const { data } = useQuery(ask('WorkshopsOfEvent', { eventId, limit: 200 }))
  const workshops = (data?.rows ?? []).map(({ id, topic }) => ({
    name: 'workshopId' as const,
    value: String(id),
    words: `Has a seat in “${topic}”`,
    turned: `Has no seat in “${topic}”`,
  }))
  const all: readonly Condition[] = [...conditions, ...workshops]
  const chosen = chosenOf(audience, all)
  const filter = audience.filter ?? {}
  const turned = new Set(filter.not?.split(',') ?? [])
  const add = (picked: string) => {
    if (picked === 'everybody') return onChange({ filter: {} })
    if (picked === 'college') return onChange({ college: true })
    const condition = all.find((each) => keyOf(each) === picked)
    if (condition) onChange({ filter: { ...filter, [condition.name]: valueOf(condition) } })
  }
  const turn = ({ name }: Condition) => {
    const next = new Set(turned)
    if (!next.delete(name)) next.add(name)
    onChange({ filter: withNot(filter, next) })
  }
  const remove = ({ name }: Condition) => {
    const { [name]: _gone, ...rest } = filter
    const next = new Set([...turned].filter((each) => each !== name))
    const left = withNot(rest, next)
    onChange(Object.keys(left).length > 0 ? { filter: left } : {})
  }
  const whole = wholeWords(audience, chosen.length)
  return (
    <div className="cluster gap-s">
      {whole && <Chip words={whole} onRemove={() => onChange({})} />}
      {chosen.map((condition) => (
        <Chip
          key={condition.name}
          words={turned.has(condition.name) ? condition.turned : condition.words}
          onTurn={() => turn(condition)}
          onRemove={() => remove(condition)}
        />
      ))}
      <div className="select">
        <select className="input" aria-label="Add whom it is for" value="" onChange={({ target }) => add(target.value)}>
          <option value="">Add</option>
          <option value="everybody">Everybody of the event</option>
          {mayIn(me, 'mail.outbox', undefined) && (
            <option value="college">Everybody of the college (announcement)</option>
          )}
          {all
            .filter(({ name }) => !chosen.some((each) => each.name === name))
            .map((condition) => (
              <option key={keyOf(condition)} value={keyOf(condition)}>
                {condition.words}
              </option>
            ))}
        </select>
      </div>
    </div>
  )
}

const keyOf = ({ name, value }: Condition): string => `${name}=${value}`
const valueOf = ({ name, value }: Condition) => (name === 'workshopId' ? Number(value) : value)

function chosenOf({ filter }: Audience, all: readonly Condition[]): Condition[] {
  if (!filter) return []
  return all.filter(({ name, value }) => filter[name] !== undefined && String(filter[name]) === value)
}

function withNot({ not: _before, ...filter }: Filter, turned: ReadonlySet<string>): Filter {
  return turned.size === 0 ? filter : { ...filter, not: [...turned].join(',') }
}

function wholeWords({ ids, filter, college }: Audience, conditions: number): string | undefined {
  if (ids) return ids.length === 1 ? '1 person, chosen one by one' : `${ids.length} people, chosen one by one`
  if (college) return 'Everybody of the college'
  return filter && conditions === 0 ? 'Everybody of the event' : undefined
}

type ChipProps = { words: string; onTurn?: () => void; onRemove: () => void }

function Chip({ words, onTurn, onRemove }: ChipProps) {
  return (
    <span className="filter-chip">
      <span dir="auto">{words}</span>
      {onTurn && (
        <button className="button button-quiet" type="button" onClick={onTurn}>
          Not<span className="visually-hidden">: turn round “{words}”</span>
        </button>
      )}
      <button className="button button-quiet" type="button" aria-label={`Remove: ${words}`} onClick={onRemove}>
        <Icon name="close" />
      </button>
    </span>
  )
}
