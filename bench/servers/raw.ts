/** The baseline: Fastify and pg with nothing of ours, answering the same two questions. */
import fastify from 'fastify'
import pg from 'pg'
import { contend } from '../measure.ts'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
pg.types.setTypeParser(pg.types.builtins.DATE, (day: string) => day)
const app = fastify()
app.get('/healthz', async () => ({ Status: 'alive' }))
app.post('/api/LastDates', async (request) => {
  const { EventID } = request.query as { EventID: string }
  const { rows } = await pool.query<{ theDate: string }>(
    'select "registration_closes_on", "abstracts_close_on" as "theDate" from "event" where "id" = $1',
    [EventID],
  )
  return { Table: [{ theDate: rows[0]?.theDate }] }
})
await app.listen({ port: 0, host: '127.0.0.1' })
contend((app.server.address() as { port: number }).port, () => app.close())
