/** The audit trail as a file, for owners. */
import { AuditList } from '#contract/audit/audit.ts'
import type { Scope } from '#server/accounts/staff.ts'
import { everyRow, totalOf } from '#server/platform/database/pages.ts'
import { type Cell, mostRowsOfSheet } from '#server/platform/files/sheets.ts'
import type { Transaction, World } from '#server/world.ts'
import { type ActFilter, actsWithin, newestFirst, type ShownAct, staffNamed, withChanges } from './trail.ts'

const cut = { changes: 20, letters: 500, lines: 20 }

export const auditExport = {
  // Only owners see all of it, and a file cannot leave out what somebody else may not see: this is theirs alone.
  may: 'team.grant' as const,
  fileName: 'audit-trail',
  filter: AuditList.input.omit({ cursor: true, limit: true }),
  columns: (timeZone: string): string[] => [
    'Number',
    `When (${timeZone})`,
    'Who',
    'By',
    'Role',
    'Event',
    'What',
    'About',
    'Which',
    'Why',
    'How it ended',
    'Refused because',
    'Changes',
    'Request',
  ],
  total: async (world: World, _scope: Scope, filter: ActFilter): Promise<number> =>
    (await totalOf(world, await wanted(world, filter), mostRowsOfSheet)).total,
  async *rows(
    world: Transaction,
    _scope: Scope,
    { sort: _only, ...filter }: ActFilter & { sort?: unknown },
  ): AsyncGenerator<Cell[][]> {
    for await (const rows of everyRow(world, await wanted(world, filter), newestFirst(filter)))
      yield (await withChanges(world, rows, cut)).map(cellsOf)
  },
}

async function wanted(world: World, filter: ActFilter) {
  return actsWithin(world, 'all', { ...filter, named: await staffNamed(world, filter.search) })
}

function cellsOf(act: ShownAct): Cell[] {
  const { id, at, actor, role, event, operation, about, reason, outcome, refusal, changes, requestId } = act
  const told = changes.flatMap(({ table, key, fields, lines }) =>
    [...fields, ...(lines ?? []).map(({ label, ...words }) => ({ name: label, ...words }))].map(
      ({ name, before, after }) => `${table} ${key} ${name}: ${before ?? ''} → ${after ?? ''}`,
    ),
  )
  const [kind, key] = about ? [about.kind, about.id] : [null, null]
  return [
    id,
    new Date(at),
    actor.name,
    actor.kind,
    role,
    event?.name ?? null,
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
