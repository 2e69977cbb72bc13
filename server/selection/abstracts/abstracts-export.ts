/** The abstracts of an event as a file, with their authors for staff who may read them. */
import type { z } from 'zod'
import { AbstractList } from '#contract/selection/abstract-list.ts'
import { numberOf } from '#contract/selection/words.ts'
import type { Scope } from '#server/kernel/permissions.ts'
import { askedFor, askerOf, hiddenFrom, storedFor } from '#server/kernel/visibility/seen-by.ts'
import type { Transaction, World } from '#server/kernel/world.ts'
import { everyRow, totalOf } from '#server/platform/database/pages.ts'
import { type Cell, type Column, mostRowsOfSheet } from '#server/platform/files/sheets.ts'
import { callOf } from '#server/selection/call/calls.ts'
import { abstractOrders, abstractsFitting } from './abstract-list.ts'
import { authorCells, authorColumns, noAuthors } from './author-cells.ts'

const Abstracts = AbstractList.input.omit({ cursor: true, limit: true }).extend(askedFor)
type Abstracts = z.output<typeof Abstracts>

async function queryFor(world: Pick<World, 'db'>, { askedBy, ...filter }: Abstracts) {
  const hidden = await hiddenFrom(world, askerOf({ askedBy }), filter.eventId)
  const { reviewsWanted: wanted } = await callOf(world, filter.eventId)
  return { hidden, query: abstractsFitting(world, filter, { hidden, wanted }) }
}

export const abstractsExport = {
  may: 'review.read' as const,
  fileName: 'abstracts',
  stepUpAbove: 0,
  filter: Abstracts,
  stored: storedFor,
  columns: (): (string | Column)[] => [
    { title: 'Number', as: 'number' },
    { title: 'Title', as: 'long' },
    ...authorColumns,
    'Discipline',
    'Type',
    'State',
    { title: 'Reviewers', as: 'number' },
    { title: 'Reviews', as: 'number' },
    { title: 'Mean', as: 'number' },
  ],
  total: async (world: World, _scope: Scope, filter: Abstracts): Promise<number> =>
    (await totalOf(world, (await queryFor(world, filter)).query, mostRowsOfSheet)).total,
  async *rows(world: Transaction, _scope: Scope, filter: Abstracts): AsyncGenerator<Cell[][]> {
    const { hidden, query } = await queryFor(world, filter)
    for await (const rows of everyRow(world, query, abstractOrders[filter.sort ?? '-number'])) {
      const authors = await authorCells(
        world,
        rows.flatMap(({ id }) => (hidden.includes(id) ? [] : [id])),
      )
      yield rows.map(({ id, number, title, field, type, state, assigned, reviews, mean }) =>
        hidden.includes(id)
          ? [numberOf(number ?? 0), title, 'Hidden from you']
          : [
              numberOf(number ?? 0),
              title,
              ...(authors.get(id) ?? noAuthors),
              field,
              type,
              state.replace('_', ' '),
              assigned,
              reviews,
              mean === null ? null : Number(mean),
            ],
      )
    }
  },
}
