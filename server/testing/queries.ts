import { CompiledQuery } from 'kysely'
import type { World } from '#server/kernel/world.ts'

/** The same world with every statement counted; begin and commit are not. `since` tells how many there were since it was last asked. */
export function countQueries(world: World): { world: World; since: () => number } {
  let seen = 0
  const db = world.db.withPlugin({
    transformQuery: ({ node }) => node,
    // Here, because a statement that is written once passes above only once.
    transformResult: async ({ result }) => {
      seen += 1
      return result
    },
  })
  const since = () => {
    const count = seen
    seen = 0
    return count
  }
  return { world: { ...world, db }, since }
}

/** The same world with every statement written down in order, without the values in it. `since` tells those since it was last asked. */
export function recordStatements(world: World): { world: World; since: () => string[] } {
  let seen: string[] = []
  const db = world.db.withPlugin({
    transformQuery: ({ node }) => {
      seen.push(JSON.stringify(node, (name, value: unknown) => (name === 'value' ? undefined : value)))
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const since = () => {
    const statements = seen
    seen = []
    return statements
  }
  return { world: { ...world, db }, since }
}

/** The same world with every statement kept, to be explained. `since` tells those since it was last asked. */
export function keepStatements(world: World): { world: World; since: () => CompiledQuery[] } {
  let seen: CompiledQuery[] = []
  const executor = world.db.getExecutor()
  const db = world.db.withPlugin({
    transformQuery: ({ node, queryId }) => {
      seen.push(executor.compileQuery(node, queryId))
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const since = () => {
    const statements = seen
    seen = []
    return statements
  }
  return { world: { ...world, db }, since }
}

type PlanNode = { 'Actual Rows': number; 'Actual Loops': number; Plans?: PlanNode[] }

/** The most rows that any step of a statement gives to the next one. */
export async function mostRowsOf({ db }: Pick<World, 'db'>, { sql: text, parameters }: CompiledQuery): Promise<number> {
  const explained = CompiledQuery.raw(`explain (analyze, format json) ${text}`, [...parameters])
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(explained)
  const most = (node: PlanNode): number =>
    Math.max(node['Actual Rows'] * node['Actual Loops'], ...(node.Plans ?? []).map(most))
  return most((rows[0] as (typeof rows)[number])['QUERY PLAN'][0].Plan)
}
