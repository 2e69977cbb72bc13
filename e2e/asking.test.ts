/** What the browser really sends, beside section 7 of the specification. */
import type { Page, Request } from '@playwright/test'
import { choosePhoto, fillAll } from './newcomer.ts'
import { anApplicant } from './people.ts'
import { checkOut, infection, openSchedule } from './shop.ts'
import { closeAlert, expect, login, test, visit } from './testing.ts'

type Asked = { question: Record<string, string>; body: string | null; type: string; bearer: boolean }

/** Every call that this page makes, the newest of each name. */
function record(page: Page): (name: string) => Promise<Asked> {
  const asked = new Map<string, Request>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/(api|payments)\//.test(pathname)) asked.set(`${request.method()} ${pathname}`, request)
  })
  return async (name) => {
    await expect.poll(() => [...asked.keys()]).toContain(name)
    const request = asked.get(name) as Request
    const headers = await request.allHeaders()
    return {
      question: Object.fromEntries(new URL(request.url()).searchParams),
      body: request.postData(),
      type: headers['content-type'] ?? '',
      bearer: headers.authorization?.startsWith('Bearer ') ?? false,
    }
  }
}

const json = 'application/json'
const form = 'application/x-www-form-urlencoded;charset=UTF-8'
const id = expect.stringMatching(/^\d+$/) as unknown
const device = expect.stringMatching(/^[\d-]{10,}$/) as unknown

test('from the last date of registration to an order, each call is asked as the specification writes', async ({
  page,
  portal,
}) => {
  const person = await anApplicant(portal, 'Sana Memon')
  const askedOf = record(page)

  await visit(page, '/signup')
  const nobody = { bearer: false }
  expect(await askedOf('POST /api/EventsPortal')).toEqual({ ...nobody, question: {}, body: 'CPD=1', type: form })
  const lastDate = { ...nobody, question: { EventID: id, typ: '1' }, body: null, type: '' }
  expect(await askedOf('POST /api/LastDates')).toEqual(lastDate)

  await visit(page, '/login')
  await login(page, person)
  const signIn = await askedOf('POST /api/Login')
  expect({ ...signIn, body: '' }).toEqual({
    ...nobody,
    question: { DeviceID: device, UserID: person.email },
    body: '',
    type: form,
  })
  const { CPD, Password, ...others } = Object.fromEntries(new URLSearchParams(signIn.body ?? ''))
  expect([CPD, Password, Object.keys(others)]).toEqual(['1', person.password, ['Captcha']])

  await expect(page).toHaveURL(/\/profilereg$/)
  const exists = await askedOf('POST /api/ProfileExists')
  const ids = { DeviceID: device, UserID: person.email, EventID: id, ApplicantID: id }
  expect({ ...exists, body: JSON.parse(exists.body ?? '') as unknown }).toEqual({
    question: {},
    body: ids,
    type: json,
    bearer: true,
  })
  await expect(page.getByRole('combobox', { name: 'City' })).toBeVisible()
  await fillAll(page)
  await choosePhoto(page)
  await page.getByRole('button', { name: 'Create profile' }).click()
  await closeAlert(page, 'Profile created')
  // What stands in it is the profile's own test: the browser does not show us into a form with a file.
  const created = await askedOf('POST /api/ProfileCreate')
  expect([created.question, created.type.split(';')[0], created.bearer]).toEqual([{}, 'multipart/form-data', true])

  await openSchedule(page)
  const workshops = { question: { EventID: id, ApplicantID: id }, body: '{}', type: json, bearer: true }
  expect(await askedOf('POST /api/WorkshopsList')).toEqual(workshops)
  await checkOut(page, infection)
  const order = { question: { ...ids, workshopIDs: id }, body: '{}', type: json, bearer: true }
  expect(await askedOf('POST /api/CheckOut')).toEqual(order)
})

test('no password and no PIN is ever part of an address', async ({ page, portal }) => {
  const person = await anApplicant(portal, 'Sana Memon')
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(decodeURIComponent(request.url())))
  await visit(page, '/login')
  await login(page, person)
  await expect(page).toHaveURL(/\/profilereg$/)
  expect(addresses.filter((address) => /\/api\/Login\?/.test(address))).toHaveLength(1)
  expect(
    addresses.filter((address) => /Password|OTP|Captcha=/.test(address) || address.includes(person.password)),
  ).toEqual([])
})
