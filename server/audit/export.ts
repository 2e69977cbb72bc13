/** The audit trail as a file, for owners. */
import type { z } from 'zod'
import { AuditList } from '#contract/audit/audit.ts'
import { sentenceText } from '#contract/audit/sentences.ts'
import type { Scope } from '#server/kernel/permissions.ts'
import { askedFor, askerOf, storedFor, unseenBy } from '#server/kernel/visibility/seen-by.ts'
import { numbersOfAll } from '#server/kernel/visibility/shown-numbers.ts'
import type { Transaction, World } from '#server/kernel/world.ts'
import { everyRow, totalOf } from '#server/platform/database/pages.ts'
import { type Cell, type Column, mostRowsOfSheet } from '#server/platform/files/sheets.ts'
import { cutFor } from './cut.ts'
import { actsWithin, foundBy, newestFirst, numbered, type ShownAct, withChanges } from './trail.ts'

const briefly = { changes: 20, letters: 500, lines: 0 }

const Filter = AuditList.input.omit({ cursor: true, limit: true }).extend(askedFor)
type Asked = z.output<typeof Filter>

export const auditExport = {
  // Only owners see all of it, and a file cannot leave out what somebody else may not see: this is theirs alone.
  may: 'team.grant' as const,
  fileName: 'audit-trail',
  filter: Filter,
  stored: storedFor,
  columns: (timeZone: string): (string | Column)[] => [
    { title: 'Number', as: 'number' },
    { title: `When (${timeZone})`, as: 'time' },
    'Who',
    'By',
    'Role',
    'Event',
    { title: 'What', as: 'long' },
    'Call',
    'Table',
    'Row',
    { title: 'Why', as: 'long' },
    'How it ended',
    'Refused because',
    { title: 'Changes', as: 'long' },
    'Request',
  ],
  total: async (world: World, _scope: Scope, asked: Asked): Promise<number> =>
    (await totalOf(world, (await wanted(world, asked)).query, mostRowsOfSheet)).total,
  async *rows(world: Transaction, _scope: Scope, asked: Asked): AsyncGenerator<Cell[][]> {
    const { query, filter, cut, numbers } = await wanted(world, asked)
    for await (const rows of everyRow(world, query, newestFirst(filter)))
      yield (await withChanges(world, rows, { ...briefly, sight: 'all', cut })).map((act) =>
        cellsOf(numbered(act, numbers)),
      )
  },
}

async function wanted(world: World, { askedBy, sort: _only, ...filter }: Asked) {
  const unseen = await unseenBy(world, askerOf({ askedBy }))
  const cut = await cutFor(world, unseen)
  const found = await foundBy(world, filter.search, { readsAuthors: true })
  return {
    query: actsWithin(world, { sight: 'all', cut }, { ...filter, found }),
    filter,
    cut,
    numbers: numbersOfAll(world, unseen),
  }
}

function cellsOf(act: ShownAct): Cell[] {
  const { id, at, actor, role, event, operation, about, reason, outcome, refusal, changes, requestId } = act
  const told = changes.flatMap(({ table, key, fields, textChanged }) => [
    ...fields.map(({ name, before, after }) => `${table} ${key} ${name}: ${before ?? ''} → ${after ?? ''}`),
    ...(textChanged ? [`${table} ${key}: the text was changed`] : []),
  ])
  const [kind, key] = about ? [about.kind, about.id] : [null, null]
  return [
    id,
    new Date(at),
    actor.name,
    actor.kind,
    role,
    event?.name ?? null,
    sentenceText({ operation, outcome, about }),
    operation,
    kind,
    key,
    reason,
    outcome,
    refusal,
    told.join('\n'),
    requestId,
  ]
}
