/** Why a conflict was found, in facts that a chair can judge: which author, and what they share with the reviewer. */
import type { ConflictFact, ConflictKind } from '#contract/selection/words.ts'
import {
  folded,
  identity,
  keysOf,
  likeness,
  type People,
  type Reader,
  surnameOf,
  type Writer,
} from '#server/selection/rules.ts'

type Which = { abstractId: number; reviewerId: number; kind: ConflictKind }
/** `detail` is where the author works, or whom the authors named. */
export type Fact = { author: string; fact: ConflictFact; detail: string }

export function factsOf({ abstractId, reviewerId, kind }: Which, people: People): Fact[] {
  const reader = people.readers.find((each) => each.reviewerId === reviewerId)
  if (!reader) return []
  if (kind === 'competing')
    return people.named.flatMap(({ abstractId: of, name, emailKey }) => {
      const isMeant = (emailKey !== null && reader.emailKeys.includes(emailKey)) || folded(name) === folded(reader.name)
      return of === abstractId && isMeant ? [{ author: '', fact: 'named' as const, detail: name }] : []
    })
  return people.writers
    .filter((writer) => writer.abstractId === abstractId)
    .flatMap((writer) => {
      const fact = factBetween(writer, { reader, kind, people })
      const detail = fact && atWork.has(fact) ? [writer.department, writer.institution].filter(Boolean).join(', ') : ''
      return fact ? [{ author: writer.name, fact, detail }] : []
    })
}

const atWork: ReadonlySet<ConflictFact> = new Set(['department', 'institution', 'department_unknown'])

type Between = { reader: Reader; kind: ConflictKind; people: People }

function factBetween(writer: Writer, { reader, kind, people }: Between): ConflictFact | undefined {
  const mine = new Set([...(reader.accountId === null ? [] : [`#${reader.accountId}`]), ...reader.emailKeys])
  const isMe = (other: Writer) => identity(other).some((key) => mine.has(key))
  if (kind === 'self' || kind === 'coauthor') return isMe(writer) ? 'author' : undefined
  if (kind === 'personal') {
    const surname = surnameOf(writer.name)
    return surname !== undefined && surname === surnameOf(reader.name) ? 'surname' : undefined
  }
  if (kind === 'shared_abstract') {
    const own = new Set(people.writers.filter(isMe).map(({ abstractId }) => abstractId))
    const keys = new Set(identity(writer))
    const isThere = (other: Writer) => own.has(other.abstractId) && identity(other).some((key) => keys.has(key))
    return !isMe(writer) && people.writers.some(isThere) ? 'other_abstract' : undefined
  }
  if (kind !== 'department' && kind !== 'institution') return undefined
  const there = new Set(keysOf(writer.institution))
  if (!likeness(reader.institution).some((key) => there.has(key))) return undefined
  if (kind === 'institution') return 'institution'
  const [one, other] = [folded(writer.department), folded(reader.department)]
  if (one === '' || other === '') return 'department_unknown'
  return one === other ? 'department' : undefined
}
