/** The house rules: which file may import which, which names a feature folder may hold, and what only the platform may touch. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'

/** Each layer, and the layers it may look at. A feature sees other features of the server only through their service. */
const mayImport: Record<string, string[]> = {
  contract: ['contract'],
  'server platform': ['server platform', 'contract'],
  'server rules': ['server rules', 'server tables', 'contract'],
  'server mail': ['server rules', 'server tables', 'server platform', 'contract'],
  'server service': [
    'server mail',
    'server rules',
    'server service',
    'server tables',
    'server world',
    'server platform',
    'contract',
  ],
  'server routes': ['server service', 'server world', 'server platform', 'contract'],
  'server seed': ['server seed', 'server service', 'server tables', 'server world', 'server platform', 'contract'],
  'server world': ['server tables', 'server platform'],
  'web platform': ['web platform', 'contract'],
  'web ui': ['web ui', 'web platform', 'contract'],
  'web layout': ['web layout', 'web ui', 'web platform', 'contract'],
  'web feature': ['web feature', 'web ui', 'web layout', 'web platform', 'contract'],
}

const commonFolders = ['platform', 'testing', 'migrations', 'seed', 'ui', 'layout', 'public']
const serverNames = /^(routes|service|rules|mail|export)\.ts$|\.test\.ts$/
const webNames = /^(api|slice)\.ts$|^[A-Z]\w+\.(tsx|module\.css)$|^use[A-Z]\w+\.ts$|\.test\.tsx?$/
const outsideWorld = /\bDate\.now\(|\bnew Date\(\)|\bprocess\.env\b|(?<![.\w])fetch\(/
const longest = 300

type Import = { from: string; to: string }

/** Every rule that a file under `root` breaks, as a sentence. */
export function brokenRules(root: string): string[] {
  const imports: Import[] = []
  const problems = filesUnder(root, ['contract', 'server', 'web']).flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    return [...wrongName(file), ...tooLong(file, text), ...wrongImports(file, text, imports), ...reachesOut(file, text)]
  })
  return [...problems, ...cycles(imports)]
}

function wrongName(file: string): string[] {
  const [area, folder, name] = file.split('/') as [string, string, string?]
  if (!name || commonFolders.includes(folder)) return []
  if (area === 'server' && !serverNames.test(name)) return [`${file}: a server feature has no file of this name`]
  if (area === 'web' && !webNames.test(name)) return [`${file}: a web feature has no file of this name`]
  return []
}

function tooLong(file: string, text: string): string[] {
  // Written from the migrations: it is as long as there are tables.
  if (file === 'server/tables.ts') return []
  const lines = text.split('\n').length - 1
  return /\.(tsx?|css|sql)$/.test(file) && lines > longest ? [`${file}: ${lines} lines, more than ${longest}`] : []
}

function wrongImports(file: string, text: string, imports: Import[]): string[] {
  if (!/\.tsx?$/.test(file) || file.includes('.test.')) return []
  const from = layerOf(file)
  return [...text.matchAll(/(?:from|import) ?\(?\s*'([^'\n]+)'/g)].flatMap(([, specifier]) => {
    const target = resolve(file, specifier as string)
    if (!target) return outsideImport(file, specifier as string)
    imports.push({ from: file, to: target })
    const to = layerOf(target)
    if (from && to && !mayImport[from]?.includes(to)) return [`${file}: ${from} may not import ${to} (${target})`]
    if (from && isOtherFeature(file, target) && to !== 'server service') {
      return [`${file}: another feature is reached only through its service (${target})`]
    }
    return []
  })
}

function outsideImport(file: string, specifier: string): string[] {
  if (file.startsWith('contract/') && specifier !== 'zod')
    return [`${file}: the contract may import only zod, not ${specifier}`]
  if (file.startsWith('server/') && specifier.startsWith('react'))
    return [`${file}: the server does not know the browser (${specifier})`]
  return []
}

/** The clock, the environment and the network come in through the world: a test can then hold them still. */
function reachesOut(file: string, text: string): string[] {
  const [area, folder, name] = file.split('/') as [string, string, string?]
  if (area !== 'server' || !name || ['platform', 'testing'].includes(folder) || file.includes('.test.')) return []
  const found = outsideWorld.exec(text)
  return found ? [`${file}: ${found[0]} belongs to the platform; take it from the world`] : []
}

/** Features that need each other are one feature. */
function cycles(imports: Import[]): string[] {
  const needs = new Map<string, Set<string>>()
  for (const { from, to } of imports) {
    if (!from.startsWith('server/') || !isOtherFeature(from, to)) continue
    const [mine, theirs] = [from.split('/')[1] as string, to.split('/')[1] as string]
    needs.set(mine, (needs.get(mine) ?? new Set()).add(theirs))
  }
  const reaches = (from: string, goal: string, seen = new Set<string>()): boolean =>
    [...(needs.get(from) ?? [])].some(
      (next) => next === goal || (!seen.has(next) && reaches(next, goal, seen.add(next))),
    )
  return [...needs.keys()]
    .filter((feature) => reaches(feature, feature))
    .map((feature) => `server/${feature}: needs itself through other features`)
}

function filesUnder(root: string, areas: string[]): string[] {
  return areas.flatMap((area) =>
    readdirSync(join(root, area), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/')),
  )
}

function isOtherFeature(file: string, target: string): boolean {
  const [area, mine, inside] = file.split('/') as [string, string, string?]
  const [targetArea, theirs, insideTheirs] = target.split('/') as [string, string, string?]
  const features = inside && insideTheirs && !commonFolders.includes(mine) && !commonFolders.includes(theirs)
  return Boolean(features && area === 'server' && targetArea === area && mine !== theirs)
}

function resolve(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('#')) return specifier.slice(1)
  return specifier.startsWith('.') ? normalize(join(dirname(file), specifier)).replaceAll('\\', '/') : undefined
}

/** Files at the top of an area (main, app, routes) put everything together and may import anything. */
function layerOf(file: string): string | undefined {
  const [area, folder, name] = file.split('/') as [string, string, string?]
  if (area === 'contract') return 'contract'
  if (file === 'server/world.ts' || file === 'server/tables.ts') return file.replace('/', ' ').replace('.ts', '')
  if (!name || folder === 'testing') return undefined
  if (['platform', 'ui', 'layout', 'seed'].includes(folder)) return `${area} ${folder}`
  return area === 'web' ? 'web feature' : `server ${name.replace('.ts', '')}`
}

if (import.meta.main) {
  const problems = brokenRules('.')
  for (const problem of problems) console.error(problem)
  console.log(problems.length === 0 ? 'The house is in order.' : `${problems.length} house rules broken.`)
  process.exitCode = problems.length === 0 ? 0 : 1
}
