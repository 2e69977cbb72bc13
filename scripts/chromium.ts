/** Finds a Chromium for the browser tests, or installs one. Nothing is skipped: without a browser the tests fail and say why. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

export async function findChromium(): Promise<string> {
  const found = process.env.CHROMIUM ?? onPath() ?? playwrights() ?? (await sparticuz())
  if (found) return found
  console.log('No Chromium found; installing one for the browser tests...')
  for (const install of [fromDebian, fromPlaywright, fromNpm]) {
    install()
    const installed = onPath() ?? playwrights() ?? (await sparticuz())
    if (installed) return installed
  }
  throw new Error(
    'The browser tests need Chromium and none could be installed. Put chromium or google-chrome on the PATH, or set CHROMIUM to its file.',
  )
}

function onPath(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((file) => existsSync(file))
}

function playwrights(): string | undefined {
  const file = chromium.executablePath()
  return existsSync(file) ? file : undefined
}

/** A Chromium that comes inside an npm package; only its program is used, its flags switch off web security. */
async function sparticuz(): Promise<string | undefined> {
  if (process.platform !== 'linux') return undefined
  try {
    const found = createRequire(import.meta.url).resolve('@sparticuz/chromium')
    const { default: packed } = (await import(found)) as { default: { executablePath: () => Promise<string> } }
    return await packed.executablePath()
  } catch {
    return undefined
  }
}

function fromDebian(): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' })
  const { status } = spawnSync('apt-get', ['install', '-y', '-qq', 'chromium-headless-shell'], { stdio: 'inherit' })
  if (status !== 0) spawnSync('apt-get', ['install', '-y', '-qq', 'chromium'], { stdio: 'inherit' })
}

function fromPlaywright(): void {
  spawnSync('npx', ['playwright', 'install', '--only-shell', 'chromium'], { stdio: 'inherit', timeout: 180_000 })
}

function fromNpm(): void {
  if (process.platform === 'linux')
    spawnSync('npm', ['install', '--no-save', '@sparticuz/chromium'], { stdio: 'inherit' })
}
