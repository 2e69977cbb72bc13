/**
 * Decisions in one piece: a divided abstract is discussed, many are decided and published, taken back in the last second, published again,
 * one is corrected after its letter; its author reads that, another revises on the last evening, a third comes too late.
 */
import type { Browser, Page } from '@playwright/test'
import { rowsAtOnce } from '#contract/list.ts'
import { often } from '#server/testing/counts.ts'
import { aDraft, anAuthor, attach, rowOf, untilEditor } from './author.ts'
import { openPortalInTime, type PortalInTime } from './clock.ts'
import { choose, press, select, tick, type } from './keys.ts'
import { look, walks } from './looks.ts'
import { inDatabase } from './people.ts'
import { type People, someReviewed, type Work } from './reviewed.ts'
import { signIn } from './sign-in.ts'
import { signInAsStaff, stepUp, zainab } from './staff.ts'
import { expect, type Portal, test } from './testing.ts'

const many = often(12, 142)
const title = 'Early warning scores on a mixed medical ward'
const consent = 'Consent in day surgery: a survey'
const hygiene = 'Hand hygiene before and after a poster'
const script = '<img src=x onerror=alert(1)>Say who filled it in at night.'
const works: Work[] = [
  { title: 'A ward checklist for safer potassium replacement', type: 'Poster', totals: [5, 4.5, 4.5, 4.5] },
  {
    title: 'Lung ultrasound in dengue',
    type: 'Oral',
    totals: [4.5, 4, 4],
    toAuthor: 'As Dr Channa showed, say how many.',
  },
  { title: consent, type: 'Oral', totals: [2.5, 2, 2] },
  { title: hygiene, type: 'Poster', totals: [3, 3, 3] },
]
const studies = Array.from({ length: many - works.length - 1 }, (_, at): Work => {
  return { title: `A study of sleep, part ${at + 1}`, type: 'Oral', totals: [3.5, 3, 3] }
})

// A portal of its own: its time goes as the journey needs it.
let own: PortalInTime
test.beforeEach(async () => {
  own = await openPortalInTime()
})
test.afterEach(() => own.stop())

let settings: ReturnType<typeof walks>[number]['settings']
/** Another window of the sight that is walked in. */
const newPage = async (browser: Browser) => {
  const page = await browser.newPage({ ...settings, baseURL: own.portal.url, timezoneId: 'Asia/Karachi' })
  page.on('dialog', () => expect(false, 'a script ran').toBe(true))
  return page
}

const after = (moment: Date, seconds: number) => new Date(moment.getTime() + seconds * 1000)
const one = async <T>(sql: string, values: unknown[] = []) => (await inDatabase(own.portal, sql, values))[0] as T
const published = async () =>
  (await one<{ at: Date }>('select published_at as at from decision_batch order by id desc limit 1')).at
const toldOf = async () =>
  (
    await one<{ told: string[] }>(
      'select array_agg(distinct status order by status) as told from abstract where level > 0',
    )
  ).told
const pkOf = async (of: string) =>
  (await one<{ pk: number }>('select abstract_id as pk from abstract_version where title_plain = $1', [of])).pk
/** What is written to authors once its ten minutes are over. */
const lettersGo = async (letters: number) => {
  await own.standAt(after(await published(), 602))
  const sent = `select count(*)::int as sent from mail where decision_id is not null and sent_at is not null`
  await expect.poll(async () => (await one<{ sent: number }>(sent)).sent).toBe(letters)
}

for (const { sight, annotation, ...walk } of walks('at a desk'))
  test(
    `discussed, decided, published, taken back at 9:59, published again, corrected, read, and revised at 23:59:59: ${sight}`,
    { annotation },
    ({ browser }) => {
      settings = walk.settings
      return wholeDecision(browser)
    },
  )

async function wholeDecision(browser: Browser): Promise<void> {
  const { portal } = own
  const page = await newPage(browser)
  const author = await anAuthor(page, portal)
  await aDraft(page, title)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('heading', { name: 'Abstract Submitted' })).toBeVisible()
  const pk = await pkOf(title)
  await inDatabase(portal, 'update event set opens_on = current_date - 60, abstracts_close_on = current_date - 2')
  const mine: Work & { pk: number } = { title, type: 'Poster', totals: [5, 3, 2.5], toAuthor: script, pk }
  const { reviewers, authors } = await someReviewed(portal, [mine, ...works, ...studies])
  await isReadable(portal)

  const desk = await newPage(browser)
  await test.step('a divided abstract is discussed', () => discussed(browser, desk, reviewers))
  await test.step('decided by keyboard, and for many at once', () => decided(desk))
  await test.step('read letter by letter; a comment that names somebody stops it', () => previewed(desk))
  await test.step('published, taken back in the last second, published again', () => publishedTwice(desk))
  await test.step('flipped after the letter has gone: a correction that names it', () => corrected(desk))
  await test.step('who was corrected confirms, and can still decline', () => confirmed(page, authors[2]))
  await test.step('revised at 23:59:59, and refused after the grace', () =>
    revised(page, { author, pk, late: authors[3] }))
  await test.step('the reviewer sees what changed', () => compared(browser, reviewers))
}

/** Reviews are due next week, and the texts are released. A revision is sent by its author alone: the clock has tests of its own. */
async function isReadable(portal: Portal): Promise<void> {
  await inDatabase(
    portal,
    `insert into review_call (event_id, due_on, began_at) select id, current_date + 6, now() from event where is_current on conflict do nothing;
     update redaction set state = 'ready';
     create function journey.no_clock() returns trigger language plpgsql as $$
     begin
       if (select identifier from graphile_worker._private_tasks where id = new.task_id) = 'send-revisions' then return null; end if;
       return new;
     end $$;
     create trigger no_clock before insert on graphile_worker._private_jobs for each row execute function journey.no_clock()`,
  )
}

async function discussed(browser: Browser, desk: Page, [reviewer]: People): Promise<void> {
  await desk.goto('/console/abstracts')
  await signInAsStaff(desk, zainab)
  await type(desk.getByLabel('Number or title'), title)
  await expect(rowOf(desk, title)).toBeVisible()
  await look(desk, 'console abstracts')
  await press(desk.getByRole('link', { name: title }))
  await expect(desk.getByText(script)).toBeVisible()
  await expect(desk.getByText('Divided: 2.5 to 5.0')).toBeVisible()
  await look(desk, 'console abstract')
  await press(desk.getByRole('link', { name: 'Discussion' }))
  await type(desk.getByLabel('Ask the reviewers'), 'Would a poster do?')
  await press(desk.getByRole('button', { name: 'Send to the reviewers' }))
  await expect(desk.getByText('Would a poster do?')).toBeVisible()

  const phone = await newPage(browser)
  await signIn(phone, own.portal, reviewer ?? { email: '' })
  await phone.goto('/review?show=submitted')
  await press(rowLink(phone, title))
  await expect(phone.getByText('Would a poster do?')).toBeVisible()
  await type(phone.getByLabel('Your remark'), 'A poster would do: I scored its method too high.')
  await press(phone.getByRole('button', { name: 'Add remark' }))
  await expect(phone.getByText('Reviewer 1, you')).toBeVisible()
  await type(phone.getByLabel('Comments to the author'), `${script} And when.`)
  await phone.keyboard.press('Control+Enter')
  await expect.poll(() => inDatabase(own.portal, 'select from review_version')).toHaveLength(1)
  await phone.close()
  await desk.reload()
  await expect(desk.getByText('A poster would do')).toBeVisible()
  await choose(desk.getByLabel('Accept'))
  await press(desk.getByRole('button', { name: 'Keep as pending' }))
  await expect(desk.getByText('Kept as pending.')).toBeVisible()
}

/** The way on from one of the submitted. */
const rowLink = (page: Page, of: string) =>
  page
    .getByRole('listitem')
    .filter({ hasText: of })
    .getByRole('link', { name: /^Change/ })

const row = (desk: Page, of: string) => desk.getByRole('row', { name: new RegExp(of) })
const decide = (desk: Page, of: string, wish: string) => select(row(desk, of).getByLabel(/^Decision for/), wish)
const howFar = (desk: Page, decided: number) =>
  expect(desk.getByText(`${decided} of ${many} decided, none told yet`)).toBeVisible()

async function decided(desk: Page): Promise<void> {
  await desk.goto('/console/decisions?type=Oral&decision=undecided')
  const orals = many - 3
  for (let left = orals; left > 0; left -= rowsAtOnce) {
    await howFar(desk, 1 + orals - left)
    await tick(desk.getByRole('checkbox', { name: 'Select all on this page' }))
    await press(desk.getByRole('button', { name: 'Accept as oral' }))
  }
  await howFar(desk, 1 + orals)
  await desk.goto('/console/decisions')
  await expect(row(desk, 'Early warning').getByText('Divided')).toBeVisible()
  await desk.keyboard.press('j')
  await desk.keyboard.press('a')
  await expect(desk.getByLabel(/^Decision for/).first()).toHaveValue('accepted')
  await howFar(desk, many - 1)
  for (const of of [title, hygiene]) {
    await desk.goto(`/console/decisions?search=${encodeURIComponent(of)}`)
    await decide(desk, of, 'Ask for a revision')
    await press(desk.getByRole('button', { name: 'Keep for 1 abstract' }))
    await expect(desk.getByRole('dialog')).toBeHidden()
  }
  await desk.goto(`/console/decisions?search=${encodeURIComponent(consent)}`)
  await decide(desk, consent, 'Reject')
  await desk.goto('/console/decisions')
  await howFar(desk, many)
  expect(await toldOf()).toEqual(['Under review'])
  await look(desk, 'decided')
}

const preview = (desk: Page) => desk.getByRole('button', { name: 'Preview and publish' })
const publish = (desk: Page) => desk.getByRole('button', { name: /^Publish and write/ })

async function previewed(desk: Page): Promise<void> {
  await press(preview(desk))
  const card = desk.getByRole('region', { name: /^Publish \d+ decisions$/ })
  await expect(card).toBeFocused()
  await expect(card.getByRole('heading', { level: 2 })).toBeInViewport()
  await expect(desk.getByText(`${many - 3} accepted: ${many - 4} oral, 1 poster`)).toBeVisible()
  await expect(publish(desk)).toBeDisabled()
  await press(desk.getByRole('button', { name: 'Next letter' }))
  await look(desk, 'preview')
  await press(desk.getByRole('button', { name: /^Leave it out/ }))
  await expect(publish(desk)).toBeEnabled()
}

async function publishedTwice(desk: Page): Promise<void> {
  const news = new RegExp(`^${many} decisions published by`)
  await press(publish(desk))
  await stepUp(desk, zainab.password)
  await expect(desk.getByText(news)).toBeVisible()
  expect(await toldOf()).toEqual(['Accepted', 'Rejected'])
  await look(desk, 'ten minutes')
  // Whether they must prove again who they are would hang on the same second.
  await inDatabase(own.portal, `update staff_session set stepped_up_until = stepped_up_until + interval '1 hour'`)
  await own.standAt(after(await published(), 599))
  await press(desk.getByRole('button', { name: 'Take back' }))
  await press(desk.getByRole('button', { name: `Take back ${many} decisions` }))
  await howFar(desk, many)
  expect(await toldOf()).toEqual(['Under review'])
  await press(preview(desk))
  await press(publish(desk))
  await expect(desk.getByText(news)).toBeVisible()
  await lettersGo(many)
  await desk.reload()
  await expect(preview(desk)).toBeVisible()
  await expect(desk.getByRole('button', { name: 'Take back' })).toBeHidden()
}

async function corrected(desk: Page): Promise<void> {
  await desk.goto(`/console/decisions?search=${encodeURIComponent(consent)}`)
  await decide(desk, consent, 'Accept')
  await press(preview(desk))
  await expect(desk.getByText('1 of them corrects what was told before')).toBeVisible()
  await expect(desk.getByText(/This email replaces ours of .*“Your abstract is not accepted/)).toBeVisible()
  await press(publish(desk))
  await expect(desk.getByText(/^1 decision published by/)).toBeVisible()
  await look(desk, 'corrected')
  await lettersGo(many + 1)
  expect(await own.portal.mail()).toContain('This email replaces ours of')
  await desk.close()
}

async function confirmed(page: Page, author = { email: '' }): Promise<void> {
  await signIn(page, own.portal, author)
  await page.goto('/abstractsubmission')
  await press(rowOf(page, consent).getByRole('link', { name: 'Decision' }))
  await expect(page.getByRole('heading', { name: 'Will you present it?' })).toBeVisible()
  await look(page, 'decision accepted')
  await press(page.getByRole('button', { name: 'Yes, I will present' }))
  await expect(page.getByText('You said that you will present it.')).toBeVisible()
  await press(page.getByRole('button', { name: 'I cannot present' }))
  await expect(page.getByText('You said that you cannot present it.')).toBeVisible()
}

type Revising = { author: { email: string }; pk: number; late?: { email: string } | undefined }

async function revised(page: Page, { author, pk, late = { email: '' } }: Revising): Promise<void> {
  const { day } = await one<{ day: string }>('select revise_until::text as day from abstract where id = $1', [pk])
  const lastSecond = new Date(`${day}T23:59:59+05:00`)
  await own.standAt(lastSecond)
  await signIn(page, own.portal, author)
  await page.goto(`/decision?pk=${pk}`)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.getByText(script)).toBeVisible()
  await look(page, 'decision revise')
  await press(page.getByRole('link', { name: 'Revise it' }))
  await untilEditor(page)
  await type(page.getByLabel('Abstract Title'), `${title}, revised`)
  await attach(page)
  await press(page.getByRole('button', { name: 'Next' }))
  await expect(page.getByText('until you press Send the revision.')).toBeVisible()
  await look(page, 'review of a revision')
  await press(page.getByRole('button', { name: 'Send the revision' }))
  await expect(page.getByText('Your revision is with the reviewers.')).toBeVisible()
  await expect(rowOf(page, title).getByText('Under review')).toBeVisible()

  await signIn(page, own.portal, late)
  await page.goto(`/decision?pk=${await pkOf(hygiene)}`)
  await expect(page.getByRole('heading', { name: 'Please revise it' })).toBeVisible()
  await own.standAt(after(lastSecond, 30 * 60 + 2))
  await press(page.getByRole('button', { name: /^Send/ }))
  await expect(page.getByText('The revision was due on')).toBeVisible()
}

async function compared(browser: Browser, [reviewer = { email: '' }]: People): Promise<void> {
  await inDatabase(own.portal, `update redaction set state = 'ready' where version = 2`)
  const phone = await newPage(browser)
  await signIn(phone, own.portal, reviewer)
  await phone.goto('/review')
  await expect(phone.getByText('Revised after your review:')).toBeVisible()
  await look(phone, 'the list with a revision')
  await press(phone.getByRole('link', { name: /^A-\d+$/ }))
  const changes = phone.getByRole('region', { name: 'What changed since your review' })
  await expect(changes.getByRole('insertion')).toContainText('ward, revised')
  await look(phone, 'what changed')
}
