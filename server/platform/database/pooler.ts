/** Poolers that hand a connection on after each transaction: locks would stay with strangers, and statements that were prepared be missing. */
import pg from 'pg'
import { BadConfig } from '#server/platform/process/config.ts'

/** Others who use the same pooler at this moment can only mix the connections more. */
const rounds = 5

const sentence =
  'DATABASE_URL leads to a pooler in transaction mode, which hands connections on between two questions. ' +
  'The portal needs its own: connect directly, or set the pooler to session mode.'

/**
 * One asks outside of a transaction, the other holds one open. With connections of their own each is always answered by its own process of
 * PostgreSQL. A pooler gives the second what the first has just let go, or, if it takes turns, gives the first another when it asks again.
 */
export async function refuseTransactionPooler(url: string): Promise<void> {
  await using clients = new AsyncDisposableStack()
  const [one, other] = [await clientOf(url, clients), await clientOf(url, clients)]
  try {
    const [mine, theirs] = [await processOf(one), await processOf(other)]
    if (mine === theirs) throw new BadConfig(sentence)
    for (let round = 0; round < rounds; round += 1) {
      // Twice: a pooler with two connections that takes turns would give each of us always the same one.
      const [before, straightAfter] = [await processOf(one), await processOf(one)]
      if (before !== mine || straightAfter !== mine) throw new BadConfig(sentence)
      await other.query('begin')
      const within = await processOf(other)
      // Where there is only one connection, the first would wait for the second.
      if (within === before || within !== theirs) throw new BadConfig(sentence)
      const after = await processOf(one)
      await other.query('commit')
      if (after !== mine) throw new BadConfig(sentence)
    }
  } catch (error) {
    if (isStatementPooling(error)) throw new BadConfig(sentence, { cause: error })
    throw error
  }
}

/** Which hands them on after every statement, and allows no transaction at all. */
function isStatementPooling(error: unknown): boolean {
  return error instanceof Error && error.message.includes('statement pooling')
}

async function clientOf(connectionString: string, clients: AsyncDisposableStack): Promise<pg.Client> {
  const limits = { connectionTimeoutMillis: 10_000, query_timeout: 10_000 }
  const client = new pg.Client({ connectionString, application_name: 'colloquium', ...limits })
  // What is lost with the connection is told by the question that is not answered.
  client.on('error', () => {})
  clients.defer(() => client.end())
  await client.connect()
  return client
}

async function processOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return Number(rows[0]?.pid)
}
