import type { World } from '#server/world.ts'

/** The same world with every statement counted; begin and commit are not. `since` tells how many there were since it was last asked. */
export function countQueries(world: World): { world: World; since: () => number } {
  let seen = 0
  const db = world.db.withPlugin({
    transformQuery: ({ node }) => {
      seen += 1
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const since = () => {
    const count = seen
    seen = 0
    return count
  }
  return { world: { ...world, db }, since }
}
