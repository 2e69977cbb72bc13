/** The order of the server's rooms, lowest first. A room may use those before it; what it needs of a later one is handed in by `app.ts`, `portal.ts` or the world. */
export const order = [
  'platform',
  'database',
  'kernel',
  'pages',
  'abstracts',
  'booking',
  'payments',
  'accounts',
  'selection',
  'reviews',
  'audit',
  'people',
  'mail',
  'events',
  'exports',
  'backup',
  'reports',
  'demo',
] as const

/** Tests, and the files at the top of `server/`, put rooms together and may use all of them. */
export function outOfOrder(from: string, to: string): string[] {
  const [mine, theirs] = [roomOf(from), roomOf(to)]
  const [at, wanted] = [order.indexOf(mine as never), order.indexOf(theirs as never)]
  if (at === -1 || wanted <= at) return []
  return [`${from}: ${mine} comes before ${theirs} (scripts/house/order.ts) and may not use ${to}`]
}

function roomOf(file: string): string | undefined {
  const [area, room, ...inside] = file.split('/')
  return area === 'server' && inside.length > 0 ? room : undefined
}
