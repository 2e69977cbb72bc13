/** Somebody whom a letter asks to review. */
import type { Page } from '@playwright/test'
import { inDatabase } from './people.ts'
import { aStaffPerson } from './staff.ts'
import { expect, type Portal } from './testing.ts'

/** Asked by an organiser; the console has a journey of its own. Gives the link of the letter. */
export async function invite(page: Page, portal: Portal, email: string): Promise<string> {
  const { password, ...organiser } = await aStaffPerson(portal, 'organiser')
  const send = async (name: string, data: object) => {
    const reply = await page.request.post(`/staff/${name}`, { headers: { origin: portal.url }, data })
    expect([name, reply.status()]).toEqual([name, 200])
  }
  const [event] = (await inDatabase(portal, 'select id from event where is_current')) as { id: number }[]
  await send('StaffSignIn', { email: organiser.email, password })
  await send('ReviewersInvite', { eventId: event?.id, people: [{ email }] })
  const letters = (await portal.mail()).split('<article>')
  const letter = letters.find((text) => text.includes(`To ${email},`)) ?? ''
  const [, link = 'no link in the letter'] = /(\/review\/invitation#[\w-]{43})/.exec(letter) ?? []
  return link
}
