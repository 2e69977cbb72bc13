/** Staff in a real browser: somebody with a role, an app that shows codes, and a device with passkeys. */
import type { CDPSession, Page } from '@playwright/test'
import type { StaffRole } from '#contract/accounts/permissions.ts'
import type { World } from '#server/kernel/world.ts'
import { totpCode, totpStep } from '#server/platform/security/totp.ts'
import { aStaffPerson as made, staffPassword } from '#server/testing/staff.ts'
import { type } from './keys.ts'
import { inWorld } from './people.ts'
import { expect, type Portal } from './testing.ts'

export type StaffPerson = { email: string; password: string }

/** Of the demonstration: she runs the college, he keeps its money. */
export const zainab: StaffPerson = { email: 'zainab.qureshi@example.org', password: 'demo-organiser' }
export const bilal: StaffPerson = { email: 'bilal.ansari@example.org', password: 'demo-organiser' }

let count = 0

/** Somebody with a role in the whole college, who has set up nothing yet. */
export async function aStaffPerson(portal: Portal, role: StaffRole): Promise<StaffPerson> {
  count += 1
  const email = `${role}.${process.pid}.${count}@example.org`
  const password = staffPassword
  await inWorld(portal, (world) => made(world as World, role, { email, password }))
  return { email, password }
}

/** By keys alone. */
export async function signInAsStaff(page: Page, { email, password }: StaffPerson): Promise<void> {
  await type(page.getByLabel('Email'), email)
  await type(page.getByLabel('Password', { exact: true }), password)
  await page.keyboard.press('Enter')
}

/** Whoever is asked to prove that it is they types the password, which is proof enough outside production. */
export async function stepUp(page: Page, password = staffPassword): Promise<void> {
  const asked = page.getByRole('dialog').getByLabel('Your password')
  await type(asked, password)
  await page.keyboard.press('Enter')
  await expect(asked).toBeHidden()
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code that an app shows for a secret as the page tells it; the next one too, because clocks may differ by a step. */
export function codeFor(secret: string, steps = 0): string {
  const bits = Array.from(secret.replaceAll(' ', ''), (letter) => letters.indexOf(letter).toString(2).padStart(5, '0'))
  const bytes = (bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))
  return totpCode(Buffer.from(bytes), totpStep(new Date()) + steps)
}

/** A device that confirms whatever the page asks of it, as a person with a finger would. */
export async function withPasskeys(page: Page): Promise<{ client: CDPSession; authenticatorId: string }> {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { client, authenticatorId }
}
