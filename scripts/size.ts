/** `npm run size`: how much hand-written source there is, by room. Tests, test helpers and generated files are not counted. */
import { globSync, readFileSync } from 'node:fs'

const rooms = ['contract', 'server', 'web', 'scripts', 'bench']
const generated = /^server\/tables(?:\.ts|\/)|^contract\/(?:(?:calls|operations)\.ts$|calls\/)/
const ofTests = /\.test\.|\/testing\//

type Size = { files: number; lines: number; exports: number }

function sizeOf(files: readonly string[]): Size {
  const texts = files.map((file) => readFileSync(file, 'utf8'))
  return {
    files: files.length,
    lines: texts.reduce((sum, text) => sum + text.split('\n').length - 1, 0),
    exports: texts.reduce((sum, text) => sum + (text.match(/^export (?!\{|\*)/gm)?.length ?? 0), 0),
  }
}

function sourcesOf(room: string): { hand: string[]; tests: string[] } {
  const files = globSync(`${room}/**/*.{ts,tsx,css}`).map((file) => file.replaceAll('\\', '/'))
  const isOfTests = (file: string) => ofTests.test(file)
  return {
    hand: files.filter((file) => !isOfTests(file) && !generated.test(file)),
    tests: files.filter(isOfTests),
  }
}

const sizes = rooms.map((room) => ({ room, ...sizeOf(sourcesOf(room).hand) }))
const all = sizeOf(rooms.flatMap((room) => sourcesOf(room).hand))
console.table([...sizes, { room: 'all', ...all }])
const tests = sizeOf([...rooms.flatMap((room) => sourcesOf(room).tests), ...globSync('e2e/**/*.ts')])
console.log(`Tests and their helpers: ${tests.files} files, ${tests.lines} lines.`)
