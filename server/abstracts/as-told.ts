/** An abstract as its author reads it: for as long as a decision can be taken back, as it was before. */
import type { Row } from '#server/database/tables.ts'

type Standing = Pick<
  Row<'abstract'>,
  'state' | 'status' | 'level' | 'acceptedAs' | 'reviseUntil' | 'answerUntil' | 'toldAt'
>
type Stored = Standing & Pick<Row<'abstract'>, 'tellsAt' | 'toldBefore'>
type Before = Omit<Standing, 'toldAt'> & { toldAt: string | null; intoId: number | null }

/** What held before, while what was published since can be taken back. */
export function beforeTold({ tellsAt, toldBefore }: Pick<Stored, 'tellsAt' | 'toldBefore'>, now: Date): Before | null {
  return tellsAt !== null && tellsAt > now ? (toldBefore as Before) : null
}

export function asTold<Kept extends Stored>(stored: Kept, now: Date): Kept {
  const before = beforeTold(stored, now)
  if (!before) return stored
  const { intoId: _intoId, toldAt, ...standing } = before
  return { ...stored, ...standing, toldAt: toldAt === null ? null : new Date(toldAt) }
}
