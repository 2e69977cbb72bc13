/** Orders and seats as the metrics tell them, in one question. */
import { sql } from 'kysely'
import type { Row } from '#server/database/tables.ts'
import type { World } from '#server/kernel/world.ts'
import type { Figure } from '#server/platform/process/metrics.ts'

const states = ['pending', 'paid', 'lapsed', 'cancelled'] as const satisfies Row<'orders'>['state'][]

type Said = {
  orders: Partial<Record<string, number>> | null
  workshops: { id: number; topic: string; left: number }[] | null
}

export async function bookingFigures({ db }: Pick<World, 'db'>): Promise<Figure[]> {
  const { rows } = await sql<Said>`
    select (select json_object_agg(state, many) from (select state, count(*) as many from orders group by state) as counted) as orders,
      (select json_agg(json_build_object('id', workshop.id, 'topic', topic, 'left', seats - seats_taken) order by workshop.id)
        from workshop join event on event.id = event_id where is_current) as workshops`.execute(db)
  const { orders, workshops } = rows[0] ?? { orders: null, workshops: null }
  return [
    {
      name: 'colloquium_orders_total',
      help: 'Orders by what became of them',
      values: states.map((state) => ({ labels: { state }, value: orders?.[state] ?? 0 })),
    },
    {
      name: 'colloquium_seats_left',
      help: 'Seats that nobody holds, in each workshop of the current event',
      // Two workshops may have the same topic: without its number they would be one.
      values: (workshops ?? []).map(({ id, topic, left }) => ({ labels: { workshop: id, topic }, value: left })),
    },
  ]
}
