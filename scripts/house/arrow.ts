/** Which way code may look: docs/architecture.md draws it. */
import { dirname, join, normalize } from 'node:path'
import { outOfOrder } from './order.ts'
import { isDomain } from './tree.ts'

/** Each layer, and the layers it may look at. */
const mayImport: Record<string, string[]> = {
  contract: ['contract'],
  'server platform': ['server platform', 'contract'],
  'server rules': ['server rules', 'server callers', 'server tables', 'contract'],
  // The kinds and default texts of emails, which the letters of every domain fill in. They look at nothing that waits.
  'server wording': ['server wording', 'server tables', 'server platform', 'contract'],
  'server letters': ['server wording', 'server rules', 'server tables', 'server platform', 'contract'],
  'server verb': [
    'server letters',
    'server wording',
    'server rules',
    'server verb',
    'server tables',
    'server world',
    'server callers',
    'server platform',
    'contract',
  ],
  'server routes': ['server verb', 'server world', 'server callers', 'server platform', 'contract'],
  // It writes what the verbs would have written, letters and all.
  'server demo': [
    'server demo',
    'server verb',
    'server rules',
    'server letters',
    'server wording',
    'server callers',
    'server tables',
    'server world',
    'server platform',
    'contract',
  ],
  'server callers': ['contract'],
  'server tables': ['server tables'],
  'server world': ['server tables', 'server world', 'server callers', 'server platform', 'contract'],
  'web platform': ['web platform', 'contract'],
  'web ui': ['web ui', 'web platform', 'contract'],
  'web layout': ['web layout', 'web ui', 'web platform', 'contract'],
  'web domain': ['web domain', 'web ui', 'web layout', 'web platform', 'contract'],
  'web console': ['web console', 'web domain', 'web layout', 'web ui', 'web platform', 'contract'],
}

export type Import = { from: string; to: string }

/** What a file imports of ours, and what is wrong with it. */
export function readImports(file: string, text: string): { imports: Import[]; problems: string[] } {
  const imports: Import[] = []
  if (!/\.tsx?$/.test(file) || file.includes('.test.')) return { imports, problems: [] }
  const from = layerOf(file)
  const problems = [...text.matchAll(/(?:from|import) ?\(?\s*'([^'\n]+)'/g)].flatMap(([, specifier = '']) => {
    const target = resolve(file, specifier)
    if (!target) return outsideImport(file, specifier)
    imports.push({ from: file, to: target })
    const to = layerOf(target)
    if (from && to && !mayImport[from]?.includes(to)) return [`${file}: ${from} may not import ${to} (${target})`]
    if (from && isOtherDomain(file, target) && to !== 'server verb')
      return [`${file}: another domain is reached only through its verbs (${target})`]
    return outOfOrder(file, target)
  })
  return { imports, problems }
}

function outsideImport(file: string, specifier: string): string[] {
  if (file.startsWith('contract/') && !/^zod(\/mini)?$/.test(specifier))
    return [`${file}: the contract may import only zod, not ${specifier}`]
  if (file.startsWith('server/') && specifier.startsWith('react'))
    return [`${file}: the server does not know the browser (${specifier})`]
  return []
}

function isOtherDomain(file: string, target: string): boolean {
  const [area, mine] = file.split('/')
  const [targetArea, theirs] = target.split('/')
  return area === 'server' && targetArea === area && isDomain(mine) && isDomain(theirs) && mine !== theirs
}

function resolve(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('#')) return specifier.slice(1)
  return specifier.startsWith('.') ? normalize(join(dirname(file), specifier)).replaceAll('\\', '/') : undefined
}

const beside: Record<string, string> = {
  'server/database/tables.ts': 'server tables',
  'server/kernel/world.ts': 'server world',
  'server/kernel/limits.ts': 'server world',
  'server/kernel/versions.ts': 'server world',
  'server/kernel/serve.ts': 'server world',
  'server/kernel/callers.ts': 'server callers',
  'server/kernel/outbox/kinds.ts': 'server wording',
  'server/kernel/outbox/worded.ts': 'server wording',
}

/** Files at the top of an area (main, app, routes) put everything together and may import anything. */
function layerOf(file: string): string | undefined {
  if (beside[file]) return beside[file]
  if (file.startsWith('server/database/tables/')) return 'server tables'
  if (/^server\/kernel\/outbox\/[a-z]+-(?:texts|facts)\.ts$/.test(file)) return 'server wording'
  const [area, folder = '', ...inside] = file.split('/')
  if (area === 'contract') return 'contract'
  const name = inside.at(-1)
  if (!name || folder === 'testing') return undefined
  if (['platform', 'ui', 'layout', 'console', 'demo'].includes(folder)) return `${area} ${folder}`
  if (area === 'web') return 'web domain'
  if (name.endsWith('rules.ts')) return 'server rules'
  if (name.endsWith('routes.ts')) return 'server routes'
  return name === 'mail.ts' ? 'server letters' : 'server verb'
}
