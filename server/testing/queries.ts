import type { World } from '#server/world.ts'

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
