import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { envExample } from '#server/kernel/settings.ts'

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
const pages = globSync(['*.md', 'docs/**/*.md'])
const top = /^(contract|server|web|e2e|bench|scripts|docs|content|\.ci)\//

/** What a college may put into `content` has its sample there. */
const isThere = (path: string): boolean =>
  existsSync(path) || (dirname(path) === 'content' && existsSync(path.replace('content/', 'content/sample/')))

test('there are pages to check', () => {
  expect(pages).toContain('README.md')
  expect(pages.length).toBeGreaterThan(8)
})

test.each(pages)('%s names only commands, files and settings that exist', (page) => {
  const text = readFileSync(page, 'utf8')
  const quoted = [...text.matchAll(/`([^`\n]+)`/g)].map(([, words]) => words as string)
  const commands = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name as string)
  const settings = quoted.filter((words) => /^[A-Z]{2,}_[A-Z_]+$/.test(words))

  expect(commands.filter((name) => !(name in scripts))).toEqual([])
  expect(quoted.filter((words) => top.test(words) && !words.includes('*') && !isThere(words))).toEqual([])
  expect(settings.filter((name) => !envExample().includes(`${name}=`) && !otherNames.has(name))).toEqual([])
})

test('the guide lists every figure once', () => {
  const guide = readFileSync('docs/running-it.md', 'utf8')
  const cells = [...guide.matchAll(/^\| ((?:`[a-z_]+(?:\{[^}]*\})?`(?:, )?)+) \|/gm)].flatMap(([, cell = '']) =>
    cell.split(', '),
  )
  const figures = cells.filter((each) => /_/.test(each))
  expect(figures.length).toBeGreaterThan(20)
  expect(figures.filter((each, at) => figures.indexOf(each) !== at)).toEqual([])
})

test.each(pages)('the links of %s lead somewhere', (page) => {
  const links = [...readFileSync(page, 'utf8').matchAll(/\]\(([^)\s#]+)[^)]*\)/g)].map(([, to]) => to as string)

  expect(links.filter((to) => !/^(https?|mailto):/.test(to) && !existsSync(join(dirname(page), to)))).toEqual([])
})

/** Names of the environment that are not settings of the portal. */
const otherNames = new Set(['TEST_DATABASE_URL', 'CHROMIUM', 'NODE_COMPILE_CACHE'])
