/** A real server for each worker, a visitor with an address of their own, and eyes for what the browser complains about. */
import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { test as base, expect, type Page } from '@playwright/test'
import { engineFlags } from '#server/platform/process/engine.ts'
import { freePort } from '#server/testing/ports.ts'
import { kill, postmasterOf } from '#server/testing/power-cut.ts'

const root = join(import.meta.dirname, '..')
export const demoPerson = { email: 'mehak.soomro@example.org', password: 'demo-conference' }

export type Portal = {
  url: string
  dataFolder: string
  /** The newest PIN that was sent to an address. */
  pinOf: (email: string) => Promise<string>
  mail: () => Promise<string>
  now: () => Date
}

export type Complaints = {
  /** What a test expects the browser to complain about. */
  expect: (complaint: RegExp) => void
}

export const test = base.extend<{ complaints: Complaints }, { portal: Portal }>({
  portal: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern.
    async ({}, use) => {
      const { portal, stop } = await openPortal()
      await use(portal)
      await stop()
    },
    { scope: 'worker', timeout: 600_000 },
  ],
  baseURL: ({ portal }, use) => use(portal.url),
  // The server counts tries for each address: two tests must not use up each other's.
  // oxlint-disable-next-line no-empty-pattern -- as above
  extraHTTPHeaders: ({}, use) => use({ 'x-forwarded-for': someAddress() }),
  complaints: [
    async ({ context }, use) => {
      const heard: string[] = []
      const expected: RegExp[] = []
      context.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) heard.push(`${message.text()} ${message.location().url}`)
      })
      context.on('weberror', (error) => heard.push(String(error.error())))
      await use({ expect: (complaint) => expected.push(complaint) })
      // A page may still be asking when the test has seen enough; whoever stands between it and the server must not fail for that.
      for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
      expect(heard.filter((text) => !expected.some((pattern) => pattern.test(text)))).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/**
 * A journey for `npm run test:long`, where a cheaper test shows the same in the usual run: a browser takes seconds for what a call or a component
 * shows in a few hundredths. Its name ends with `(needs npm run test:long)`.
 */
// oxlint-disable-next-line typescript/unbound-method -- Playwright binds it.
export const testLong = process.env.TEST_LONG ? test : test.skip

const operator = 'who-runs-the-machine-of-the-journeys'

type Opened = { portal: Portal; stop: () => Promise<void> }

/** `more` are settings that a journey needs otherwise. */
export async function openPortal(more: Record<string, string> = {}): Promise<Opened> {
  const folder = makeDataFolder()
  const prepared = process.env.E2E_PREPARED
  // Only a demonstration like the prepared one begins as that did.
  if (prepared && !more.NODE_ENV && !more.DEMONSTRATION) execFileSync('cp', ['-a', `${prepared}/.`, folder])
  const { portal, cut } = await startPortal(folder, more)
  // Nothing in it is wanted any more: to write it all down and say goodbye would take a second.
  const cutAndForget = async () => {
    await cut()
    rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
  }
  return { portal, stop: cutAndForget }
}

export function makeDataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'colloquium-e2e-'))
  // The embedded database runs as an account of less right, which must be able to enter.
  chmodSync(folder, 0o755)
  return folder
}

export async function startPortal(
  dataFolder: string,
  more: Record<string, string> = {},
): Promise<Opened & { cut: () => Promise<void> }> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const { PATH = '', HOME = '' } = process.env
  const server = spawn(process.execPath, [...engineFlags, 'server/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH,
      HOME,
      NODE_ENV: 'development',
      LOG_LEVEL: 'warn',
      DEMONSTRATION: 'small',
      PORT: String(port),
      DATA_DIR: dataFolder,
      TRUSTED_PROXIES: '127.0.0.1',
      METRICS_TOKEN: operator,
      DATABASE_URL: '',
      SMTP_URL: '',
      PUBLIC_URL: url,
      CAPTCHA_WORK: '20',
      NODE_COMPILE_CACHE: 'node_modules/.cache/compiled',
      ...more,
    },
  })
  let output = ''
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (part: Buffer) => (output += part.toString()))
  const ended = new Promise<void>((done) => server.once('exit', () => done()))
  const stop = async () => {
    server.kill('SIGTERM')
    await ended
  }
  const cut = async () => {
    server.kill('SIGKILL')
    await ended
    kill(postmasterOf(dataFolder), 'SIGQUIT')
    while (postmasterOf(dataFolder)) await pause(20)
  }
  for (let tries = 0; !(await answers(url)); tries += 1) {
    if (tries > 1000 || server.exitCode !== null) throw new Error(`The server did not open: ${output}`)
    await pause(100)
  }
  // Behind a proxy the machine itself needs the token too.
  const headers = { authorization: `Bearer ${operator}` }
  const mail = async () => (await fetch(`${url}/_mail`, { headers })).text()
  const now = () => new Date()
  return { portal: { url, dataFolder, mail, now, pinOf: (email) => newestPin(mail, email) }, stop, cut }
}

const answers = (url: string): Promise<boolean> =>
  fetch(`${url}/login`).then(
    ({ ok }) => ok,
    () => false,
  )

async function newestPin(mail: Portal['mail'], email: string): Promise<string> {
  const letters = (await mail()).split('<article>')
  const letter = letters.find((text) => text.includes(`To ${email},`)) ?? ''
  const [, pin] = /\b(\d{6})\b/.exec(letter.split('<pre>')[1] ?? '') ?? []
  if (!pin) throw new Error(`There is no PIN for ${email}.`)
  return pin
}

const someNumber = (below: number): number => Math.floor(Math.random() * below)
const someAddress = (): string => `10.${someNumber(256)}.${someNumber(256)}.${1 + someNumber(254)}`

let people = 0
export const someEmail = (name: string): string => `${name}.${process.pid}.${(people += 1)}@example.org`

/** Opens a page and waits until React has taken it over: before that a form sends nothing. */
export async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await hydrated(page)
}

export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const main = document.getElementById('main')
    return main !== null && Object.keys(main).some((key) => key.startsWith('__reactProps'))
  })
}

/** Ticks the box and waits for the work to be done. */
export async function provePerson(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: 'I am a person' }).check()
  await expect(page.getByText('Verified', { exact: true })).toBeVisible()
}

export async function closeAlert(page: Page, text: string | RegExp): Promise<void> {
  const alert = page.getByRole('alertdialog', { name: text })
  await expect(alert).toBeVisible()
  await alert.getByRole('button', { name: 'OK' }).click()
  await expect(alert).toBeHidden()
}

/** Ends when the PIN is on its way. */
export async function signUp(
  page: Page,
  person: { name: string; email: string; password: string },
  address = '/signup',
): Promise<void> {
  await visit(page, address)
  await page.getByLabel('Username').fill(person.name)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await provePerson(page)
  await page.getByRole('button', { name: 'Create account' }).click()
  await closeAlert(page, 'A verification PIN has been sent to your email.')
}

export async function login(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await provePerson(page)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}
