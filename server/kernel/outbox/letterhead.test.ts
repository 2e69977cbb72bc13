/** What an email has around its own words, read where it arrives. */
import { expect, onTestFinished, test } from 'vitest'
import { firstVersions } from '#server/pages/words.ts'
import { letter } from '#server/platform/mail/letter.ts'
import { openPostOffice } from '#server/platform/mail/smtp.ts'
import { makeTestApp } from '#server/testing/app.ts'
import { openMailServer } from '#server/testing/mail-server.ts'
import { askingWith, published } from '#server/testing/pages.ts'
import { aPerson } from '#server/testing/people.ts'
import { aStaffPerson, staffToken } from '#server/testing/staff.ts'
import { makeWorld } from '#server/testing/world.ts'
import { deliver, type Post, post, type Words } from './outbox.ts'

const words = letter({ subject: 'Your seat', paragraphs: ['It is booked.'] })
const college = {
  product: 'Meetings',
  college: 'Sindh Medical College',
  place: 'Hyderabad',
  address: '1 College Road',
  department: 'Department of Medicine',
  collegeLogo: '/art/logo.png',
  departmentLogo: '/art/logo.png',
  socialCard: '/art/logo.png',
}
const contact = (email: string) => ({ contacts: [{ desk: 'Office', about: 'Everything', email }] })

async function aCollege() {
  const { url, letters, close } = await openMailServer()
  onTestFinished(close)
  const postOffice = openPostOffice({ url, from: 'Office <office@college.edu>' })
  onTestFinished(() => postOffice.close())
  const world = await makeWorld({ postOffice })
  await firstVersions(world, 'content')
  const owner = askingWith(await makeTestApp(world), await staffToken(world, await aStaffPerson(world, 'owner')))
  const received = async (email: Words & Pick<Post, 'to' | 'expiresAt'>) => {
    const before = await world.db.selectFrom('mail').select('id').execute()
    await post(world, { kind: 'mail_test', ...email })
    const { id } = await world.db
      .selectFrom('mail')
      .select('id')
      .where('id', 'not in', [0, ...before.map((each) => each.id)])
      .executeTakeFirstOrThrow()
    await deliver(world, id)
    const last = (await letters()).at(-1)
    if (!last) throw new Error('no email arrived')
    return last
  }
  return { world, owner, received }
}

test('an email has the letterhead of the college, a greeting, a closing, and replies go to the first contact', async () => {
  const { world, owner, received } = await aCollege()
  const sana = await aPerson(world, { fullName: 'Dr Sana <b>Abro</b>' })

  const sample = await received({ to: sana.email, ...words })
  expect([sample.replyTo, sample.html?.includes('<img')]).toEqual([undefined, false])
  expect(sample.text).toContain('Kind regards,\n')

  await published(owner, { page: 'college' }, college)
  await published(owner, { page: 'contact' }, contact('office@sindh.edu'))
  const { replyTo, text, html } = await received({ to: sana.email, ...words })

  expect(replyTo?.map(({ address }) => address)).toEqual(['office@sindh.edu'])
  expect(text?.trim()).toBe(
    'Dear Dr Sana <b>Abro</b>,\n\nIt is booked.\n\nKind regards,\nDepartment of Medicine\nSindh Medical College',
  )
  expect(html).toContain(`<img src="${world.publicUrl}/art/logo.png"`)
  expect(html).toContain('Dear Dr Sana &lt;b&gt;Abro&lt;/b&gt;,')
  expect(html?.match(/<h1[^>]*>Your seat<\/h1>/)).not.toBeNull()
})

test('an email to an address that is not proved repeats no name that a stranger may have typed', async () => {
  const { world, received } = await aCollege()
  const stranger = await aPerson(world, { fullName: 'Win a prize at prize.example', verified: false })
  const known = await aPerson(world, { fullName: 'Sana Abro' })
  const expiresAt = new Date(world.now().getTime() + 60_000)

  const emails = [
    await received({ to: stranger.email, ...words }),
    await received({ to: known.email, expiresAt, ...words }),
    await received({ to: 'nobody@example.org', ...words }),
  ]

  expect(emails.map(({ text }) => text?.split('\n')[0])).toEqual(['Hello,', 'Hello,', 'Hello,'])
})

test('an email that was written before the upgrade is sent as it is', async () => {
  const { received } = await aCollege()
  const html = '<!doctype html><html><body><h1>Dear Sana,</h1></body></html>'

  const email = await received({ to: 'a@example.org', subject: 'Your seat', text: 'Dear Sana,\n\nyes.\n', html })

  expect([email.text?.trim(), email.html?.trim()]).toEqual(['Dear Sana,\n\nyes.', html])
})
