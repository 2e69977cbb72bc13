/** Two who do something at the same moment, brought to stand where a test wants them; and the same without what keeps them apart. */
import { setTimeout as pause } from 'node:timers/promises'
import {
  AndNode,
  BinaryOperationNode,
  ColumnNode,
  type KyselyPlugin,
  type OperationNode,
  type RawBuilder,
  ReferenceNode,
  type SelectQueryNode,
  sql,
  type UpdateQueryNode,
  WhereNode,
} from 'kysely'
import { inTransaction, type World } from '#server/kernel/world.ts'

type Statement = RawBuilder<unknown>
type Actions = readonly (() => Promise<unknown>)[]
type Ends<All extends Actions> = { -readonly [At in keyof All]: Awaited<ReturnType<All[At]>> }

/** Until so many wait for a lock: then each stands where the test wants it. Whoever is done waits for nothing. */
export async function untilWaiting(world: World, many: number, isDone = () => false): Promise<void> {
  while (!isDone()) {
    const { rows } = await sql<{ many: number }>`
      select count(*)::int as many from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(world.db)
    if ((rows[0]?.many ?? 0) >= many) return
    await pause(5)
  }
}

/** Holds what `statement` locks while the actions begin one after the other, each until it waits or is done. */
export async function inOrder<const All extends Actions>(
  world: World,
  statement: Statement,
  actions: All,
): Promise<Ends<All>> {
  const begun = await inTransaction(world, async (held) => {
    await statement.execute(held.db)
    const ends: Promise<unknown>[] = []
    for (const action of actions) {
      let isDone = false
      const end = action()
      ends.push(end)
      void Promise.allSettled([end]).then(() => (isDone = true))
      await untilWaiting(world, ends.length, () => isDone)
    }
    return { ends }
  })
  return (await Promise.all(begun.ends)) as Ends<All>
}

/** Holds what `statement` locks until all who do the same at once wait. */
export async function allAtOnce<T>(world: World, statement: Statement, actions: (() => Promise<T>)[]): Promise<T[]> {
  const begun = await inTransaction(world, async (held) => {
    await statement.execute(held.db)
    const ends = actions.map((action) => action())
    await untilWaiting(world, ends.length)
    return { ends }
  })
  return Promise.all(begun.ends)
}

/** The real code with every row lock taken out of its queries. */
export function withoutLocks(world: World): World {
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      if (node.kind !== 'SelectQueryNode') return node
      const { endModifiers: _locks, ...rest } = node as SelectQueryNode
      return rest as SelectQueryNode
    },
    transformResult: async ({ result }) => result,
  }
  return { ...world, db: world.db.withPlugin(plugin) }
}

/** The real code, with the version taken out of the conditions of its changes, and these columns too. */
export function withoutVersions(world: World, ...columns: string[]): World {
  const isLost = (node: OperationNode): boolean =>
    BinaryOperationNode.is(node) &&
    ReferenceNode.is(node.leftOperand) &&
    ColumnNode.is(node.leftOperand.column) &&
    ['version', ...columns].includes(node.leftOperand.column.column.name)
  const partsOf = (node: OperationNode): OperationNode[] =>
    AndNode.is(node) ? [...partsOf(node.left), ...partsOf(node.right)] : [node]
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      const { where } = node as UpdateQueryNode
      if (node.kind !== 'UpdateQueryNode' || !where) return node
      const [first, ...rest] = partsOf(where.where).filter((each) => !isLost(each))
      return {
        ...node,
        where: WhereNode.create(rest.reduce((all, each) => AndNode.create(all, each), first as OperationNode)),
      }
    },
    transformResult: async ({ result }) => result,
  }
  return { ...world, db: world.db.withPlugin(plugin) }
}
