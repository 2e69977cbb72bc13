/** The tree of the house: which folders there are, what files in them may be called, and how long they may be. */
import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'

/** The same words in contract, server and web. */
export const domains = [
  'accounts',
  'events',
  'pages',
  'people',
  'abstracts',
  'selection',
  'reviews',
  'booking',
  'payments',
  'mail',
  'audit',
  'exports',
  'backup',
] as const

const rooms: Record<string, readonly string[]> = {
  contract: domains,
  server: [...domains, 'kernel', 'reports', 'database', 'platform', 'demo', 'testing'],
  web: [...domains, 'platform', 'ui', 'layout', 'styleguide', 'console', 'testing', 'public'],
}
const platformRooms = 'http database postgres files costly-work mail security jobs gateways process'.split(' ')
const domainFile = /^[a-z][a-z-]*(\.test)?\.ts$/
const webFile = /^[A-Z]\w+\.(tsx|module\.css)$|^[a-z]\w+\.ts$|\.test\.tsx?$/
/** They say nothing of what is inside. */
const emptyNames = /(^|-)(data|info|manager|helpers?|utils?|service|common|misc)(\.test)?\.ts$/
const longest = 400

export function filesUnder(root: string, areas: string[]): string[] {
  return areas.flatMap((area) =>
    readdirSync(join(root, area), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/')),
  )
}

/** By `npm run calls`. */
export const isWritten = (file: string): boolean => /^contract\/(?:(?:calls|operations)\.ts$|calls\/)/.test(file)

export function isDomain(name: string | undefined): boolean {
  return (domains as readonly (string | undefined)[]).includes(name)
}

export function wrongPlace(file: string): string[] {
  const [area, folder, ...inside] = file.split('/') as [string, string, ...string[]]
  const name = inside.at(-1)
  if (!name) return []
  if (!rooms[area]?.includes(folder)) return [`${file}: ${area} has no folder of this name`]
  if (area === 'server' && folder === 'platform' && !platformRooms.includes(inside[0] as string))
    return [`${file}: the platform has no room of this name`]
  if (area === 'web')
    return isDomain(folder) && (!webFile.test(name) || emptyNames.test(name))
      ? [`${file}: a web domain has no such file`]
      : []
  if (area === 'server' && folder === 'database') return []
  if (!isDomain(folder) && !['demo', 'kernel', 'reports'].includes(folder)) return []
  const deepest = area === 'server' ? 2 : 1
  if (inside.length > deepest) return [`${file}: a domain has at most one level of folders inside`]
  return domainFile.test(name) && !emptyNames.test(name) ? [] : [`${file}: named neither by a verb nor by a noun`]
}

export function tooLong(file: string, text: string): string[] {
  const lines = text.split('\n').length - 1
  return /\.(tsx?|css|sql)$/.test(file) && lines > longest ? [`${file}: ${lines} lines, more than ${longest}`] : []
}
