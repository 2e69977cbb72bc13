/** The house rules: the tree, the arrow, the owners of tables, words that do not belong, and what only the platform may touch. docs/architecture.md says why. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { addressJudged } from './house/addresses.ts'
import { type Import, readImports } from './house/arrow.ts'
import { blindBorder } from './house/blind.ts'
import { circles, knownCirclesGone } from './house/circles.ts'
import { lettersByText } from './house/letters.ts'
import { locksOutside } from './house/locks.ts'
import { foreignWrites, unlistedTriggers, withoutOwner } from './house/owners.ts'
import { readsByHand } from './house/reading.ts'
import { foreignReads, listedReadsGone } from './house/reads.ts'
import { filesUnder, isWritten, tooLong, wrongPlace } from './house/tree.ts'
import { bannedIn, bannedWords, boundIn, conferenceWordIn, strayWords } from './house/words.ts'

const outsideWorld = /\bDate\.now\(|\bnew Date\(\)|\bprocess\.env\b|(?<![.\w])fetch\(/

/** Those that know nothing of conferences. */
const platforms = ['web/platform', 'server/platform']

/** Every rule that a file under `root` breaks, as a sentence. */
export function brokenRules(root: string): string[] {
  const all: Import[] = []
  const glossary = readIfThere(join(root, 'docs/glossary.md'))
  const [banned, bound] = [bannedIn(glossary), boundIn(glossary)]
  const files = filesUnder(root, ['contract', 'server', 'web']).filter((file) => !isWritten(file))
  const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
  const problems = files.flatMap((file) => {
    const text = texts.get(file) ?? ''
    const { imports, problems } = readImports(file, text)
    all.push(...imports)
    return [
      ...wrongPlace(file),
      ...tooLong(file, text),
      ...problems,
      ...foreignWrites(file, text),
      ...foreignReads(file, text),
      ...blindBorder(file, text),
      ...bannedWords(file, text, banned),
      ...strayWords(file, text, bound),
      ...reachesOut(file, text),
      ...readsByHand(file, text),
      ...lettersByText(file, text),
      ...locksOutside(file, text),
      ...addressJudged(file, text),
      ...conferenceWordIn(platforms, file, text),
      ...(file.startsWith('server/database/tables/') ? withoutOwner(text) : []),
    ]
  })
  const beside = filesUnder(
    root,
    ['bench', 'e2e', 'scripts'].filter((area) => existsSync(join(root, area))),
  ).flatMap((file) => lettersByText(file, readFileSync(join(root, file), 'utf8')))
  return [
    ...problems,
    ...beside,
    ...circles(all),
    ...(texts.has('server/app.ts') ? [...listedReadsGone(texts), ...knownCirclesGone(all)] : []),
    ...unlistedTriggers(migrationsOf(root)),
  ]
}

/** The clock, the environment and the network come in through the world: a test can then hold them still. */
function reachesOut(file: string, text: string): string[] {
  const [area, folder = '', name] = file.split('/')
  if (area !== 'server' || !name || ['platform', 'testing'].includes(folder) || file.includes('.test.')) return []
  const found = outsideWorld.exec(text)
  return found ? [`${file}: ${found[0]} belongs to the platform; take it from the world`] : []
}

function readIfThere(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

function migrationsOf(root: string): string {
  const folder = join(root, 'server/database/migrations')
  if (!existsSync(folder)) return ''
  return readdirSync(folder)
    .toSorted()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n')
}

if (import.meta.main) {
  const problems = brokenRules('.')
  for (const problem of problems) console.error(problem)
  console.log(problems.length === 0 ? 'The house is in order.' : `${problems.length} house rules broken.`)
  process.exitCode = problems.length === 0 ? 0 : 1
}
