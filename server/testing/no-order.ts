import type { KyselyPlugin, QueryId } from 'kysely'

/**
 * Rows that nobody asked an order for come the other way round. The database keeps them in the order of their making until it does not:
 * what relies on it, here or in a test, fails at once and not one day in a hundred.
 */
export function noOrder(): KyselyPlugin {
  const unordered = new WeakSet<QueryId>()
  return {
    transformQuery({ node, queryId }) {
      const isUnordered = node.kind === 'SelectQueryNode' ? !node.orderBy : 'returning' in node && node.returning
      if (isUnordered) unordered.add(queryId)
      return node
    },
    async transformResult({ result, queryId }) {
      return unordered.has(queryId) ? { ...result, rows: result.rows.toReversed() } : result
    },
  }
}
