/** Signing in without the login page, which has journeys of its own and takes a browser long. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { transformWithOxc } from 'vite'
import type * as flags from '#web/layout/signedIn.ts'
import type * as keyrings from '#web/platform/keyring.ts'
import { persistKey, persistVersion } from '#web/platform/persist.ts'
import type { Kept } from '#web/platform/store.ts'
import type * as vaults from '#web/platform/vault.ts'
import { emptyState } from '#web/store.ts'
import { openSessionFor } from './people.ts'
import type { Portal } from './testing.ts'

type SiteModules = typeof keyrings & typeof vaults & typeof flags

/** Puts a session where the site keeps it, sealed by the site's own modules. Whatever page is opened next belongs to somebody signed in. */
export async function signIn(page: Page, portal: Portal, { email }: { email: string }): Promise<void> {
  const address = `${portal.url}/signing-in/`
  await page.route(`${address}**`, async (route) => {
    const [, module] = route.request().url().split(address)
    await route.fulfill(
      module
        ? { contentType: 'text/javascript', body: await scriptOf(module) }
        : { contentType: 'text/html', body: '' },
    )
  })
  await page.goto(address)
  const userAgent = await page.evaluate(() => navigator.userAgent)
  const { token, eventId, applicantId } = await openSessionFor(portal, { email, userAgent })
  const auth = {
    ...emptyState.auth,
    token,
    eventId: String(eventId),
    applicantId: String(applicantId),
    userId: email,
  }
  await page.evaluate(
    async ({ place, kept }) => {
      const modules = await Promise.all(
        ['platform/vault', 'platform/keyring', 'layout/signedIn'].map((name) => import(`./${name}.ts`)),
      )
      const { makeVault, keyring, rememberSignedIn } = Object.assign({}, ...modules) as SiteModules
      await makeVault({ texts: localStorage, keyring }, place).write(JSON.stringify(kept))
      rememberSignedIn('0')
    },
    { place: { name: persistKey, version: persistVersion }, kept: { auth } satisfies Partial<Kept> },
  )
  await page.unroute(`${address}**`)
}

const scripts = new Map<string, Promise<string>>()

/** A module of the site as a browser reads it. */
function scriptOf(module: string): Promise<string> {
  const path = join(import.meta.dirname, '../web', module)
  const known =
    scripts.get(module) ?? readFile(path, 'utf8').then(async (text) => (await transformWithOxc(text, path)).code)
  scripts.set(module, known)
  return known
}
