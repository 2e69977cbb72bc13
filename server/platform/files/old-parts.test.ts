import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { hour } from '#contract/durations.ts'
import { isHashed, keepParts } from './old-parts.ts'

const noon = Date.parse('2026-11-17T12:00:00Z')

test('a page that was open at the upgrade finds its parts for a day after it, however long it had been open', () => {
  const { home, start } = aHome()
  const first = aBuild('LoginPage-B5tva4wF.js', 'console/Frame-Ch_Hggvl.js')
  const second = aBuild('LoginPage-BnVC9iAS.js')

  expect(start(first, 0)).toEqual([])
  // Three months later.
  expect(start(second, 2000)).toEqual([['assets/LoginPage-B5tva4wF.js', 'assets/console/Frame-Ch_Hggvl.js']])
  expect(start(second, 2023)).toHaveLength(1)
  expect(start(second, 2025)).toEqual([])
  expect(readdirSync(home)).toHaveLength(1)
})

test('after the way back the pages of the newer version find theirs, and the day begins anew at the next upgrade', () => {
  const { start } = aHome()
  const [older, newer] = [aBuild('Older-B5tva4wF.js'), aBuild('Newer-BnVC9iAS.js')]
  start(older, 0)
  start(newer, 1)
  expect(start(older, 2)).toEqual([['assets/Newer-BnVC9iAS.js']])
  expect(start(newer, 48)).toEqual([['assets/Older-B5tva4wF.js']])
})

test('what has no hash in its name is not kept: it may be another file by now', () => {
  const { start } = aHome()
  start(aBuild('A-B5tva4wF.js', 'logo.svg'), 0)
  expect(start(aBuild('B-BnVC9iAS.js'), 1)).toEqual([['assets/A-B5tva4wF.js']])
  expect(['logo.svg', 'main.js', 'flyer-ecg.svg', 'a/flyer-ecg.svg.br'].filter(isHashed)).toEqual([])
  expect(['A-B5tva4wF.js', 'console/B-_9-aVC9i.css.gz'].filter(isHashed)).toHaveLength(2)
})

test('a start that was killed while it copied leaves nothing that anybody is given', () => {
  const { home, start } = aHome()
  mkdirSync(join(home, 'abc.part'), { recursive: true })
  expect(start(aBuild('A-B5tva4wF.js'), 0)).toEqual([])
  expect(readdirSync(home)).toContain('abc.part')
  start(aBuild('A-B5tva4wF.js'), 25)
  expect(readdirSync(home)).not.toContain('abc.part')
})

test('whoever builds all day keeps the last ten', () => {
  const { start } = aHome()
  for (let at = 10; at < 30; at++) start(aBuild(`A-aaaaaa${at}.js`), at / 60)
  expect(start(aBuild('A-B5tva4wF.js'), 1)).toEqual(
    Array.from({ length: 10 }, (_, at) => [`assets/A-aaaaaa${29 - at}.js`]),
  )
})

/** Where they are kept, and a start of a build some hours after noon: what it finds of others. */
function aHome() {
  const home = aFolder()
  const start = (build: string, hours: number) =>
    keepParts({ build, inside: 'assets', home, now: new Date(noon + hours * hour) }).map((folder) =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
        .toSorted(),
    )
  return { home, start }
}

function aBuild(...names: string[]): string {
  const build = aFolder()
  for (const name of names) {
    mkdirSync(dirname(join(build, 'assets', name)), { recursive: true })
    writeFileSync(join(build, 'assets', name), name)
  }
  return build
}

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parts-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}
