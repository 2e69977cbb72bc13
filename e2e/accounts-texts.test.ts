/** Every sentence of sections 5 and 8 for the account screens, written out as the specification has it. */
import type { Page, Route } from '@playwright/test'
import { closeAlert, expect, provePerson, test, visit } from './testing.ts'

type Screen = {
  open: (page: Page) => Promise<void>
  /** What is typed: label and value. */
  fields: Record<string, string>
  captcha: boolean
  button: string
  call: string
}

const email = 'sana.memon@example.org'
const wrongPin = '123456'
const unreachable = 'An error occurred. Please try again later.'

const answers = (Status: string, more: object = {}) => ({ Table: [{ Status, ...more }] })
const fake = (page: Page, call: string, reply: object) =>
  page.route(new RegExp(`/api/${call}(\\?|$)`), (route) => route.fulfill({ json: reply }))

const login: Screen = {
  open: (page) => visit(page, '/login'),
  fields: { Email: email, Password: 'a password' },
  captcha: true,
  button: 'Login',
  call: 'Login',
}
const signup: Screen = {
  open: (page) => visit(page, '/signup'),
  fields: { Username: 'Sana Memon', Email: email, Password: 'a password' },
  captcha: true,
  button: 'Create account',
  call: 'EventRegister',
}
const sendPin: Screen = {
  open: (page) => visit(page, '/forgotpass'),
  fields: { Email: email },
  captcha: true,
  button: 'Send PIN',
  call: 'EventForgotPassword',
}
const verifyPin: Screen = {
  open: async (page) => {
    await fake(page, sendPin.call, answers('PIN Generated'))
    await sendPin.open(page)
    await fillAndSend(page, sendPin)
    await expect(page.getByRole('heading', { name: 'Enter the PIN' })).toBeVisible()
  },
  fields: { PIN: wrongPin },
  captcha: true,
  button: 'Verify PIN',
  call: 'EventForgotPasswordVerify',
}
const updatePassword: Screen = {
  open: async (page) => {
    await fake(page, verifyPin.call, answers('Success', { Column1: 'a-token-of-the-pin-step-000000' }))
    await verifyPin.open(page)
    await fillAndSend(page, verifyPin)
    await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
  },
  fields: { 'New password': 'a password', 'New password once more': 'a password' },
  captcha: false,
  button: 'Update password',
  call: 'EventUpdatePassword',
}
const verifyEmail: Screen = {
  open: (page) => visit(page, '/verify-email'),
  fields: { Email: email, 'Verification PIN': wrongPin },
  captcha: false,
  button: 'Verify',
  call: 'EventEmailVerify',
}
const screens = { login, signup, sendPin, verifyPin, updatePassword, verifyEmail }
type ScreenName = keyof typeof screens

/** One visit for each screen: a person who meets one trouble after the other. */
function byScreen<T extends [ScreenName, ...unknown[]]>(rows: T[]): [ScreenName, T[]][] {
  return [...Map.groupBy(rows, ([screen]) => screen)]
}

const field = (page: Page, label: string) => page.getByRole('main').getByLabel(label, { exact: true })

async function fillAndSend(page: Page, { fields, captcha, button }: Omit<Screen, 'open' | 'call'>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await field(page, label).fill(value)
  if (captcha) await provePerson(page)
  await page.getByRole('main').getByRole('button', { name: button, exact: true }).click()
}

test.beforeEach(async ({ page }) => {
  // These tests are about words; the work of the captcha has its own.
  await page.route('**/api/CaptchaChallenge*', (route) => route.fulfill({ json: { provider: 'none' } }))
})

type Mistake = [screen: ScreenName, typed: Record<string, string>, captcha: boolean, texts: string[], focused: string]
const mistakes: Mistake[] = [
  ['login', {}, false, ['Email is required.', 'Password is required.', 'Please verify the captcha.'], 'Email'],
  ['login', { Email: 'sana', Password: 'x' }, true, ['Enter a valid email.'], 'Email'],
  ['login', { Email: email }, true, ['Password is required.'], 'Password'],
  [
    'signup',
    {},
    false,
    ['Username is required.', 'Email is required.', 'Password is required.', 'Please verify the captcha.'],
    'Username',
  ],
  ['signup', { Username: 'Sana', Email: 'sana@', Password: 'x' }, true, ['Enter a valid email.'], 'Email'],
  ['sendPin', {}, false, ['Email is required.', 'Please verify the captcha.'], 'Email'],
  ['sendPin', { Email: 'sana@@example.org' }, true, ['Enter a valid email.'], 'Email'],
  ['verifyPin', {}, false, ['Please enter the OTP.', 'Please verify the captcha.'], 'PIN'],
  ['updatePassword', {}, false, ['Both password fields are required.'], 'New password'],
  ['updatePassword', { 'New password': 'x' }, false, ['Both password fields are required.'], 'New password once more'],
  [
    'updatePassword',
    { 'New password': 'x', 'New password once more': 'y' },
    false,
    ['Passwords do not match.'],
    'New password once more',
  ],
  ['verifyEmail', {}, false, ['Email is required.', 'Please enter the PIN.'], 'Email'],
]

for (const [name, ofScreen] of byScreen(mistakes)) {
  test(`${name}: what is missing or wrong is said at its field, and nothing is sent`, async ({ page }) => {
    const screen = screens[name]
    let sent = 0
    await screen.open(page)
    await page.route(new RegExp(`/api/${screen.call}(\\?|$)`), (route) => {
      sent += 1
      return route.abort()
    })
    for (const [, typed, captcha, texts, focused] of ofScreen) {
      await test.step(`${JSON.stringify(typed)}${captcha ? ' and the captcha' : ''}: ${texts.join(' ')}`, async () => {
        const nothing = Object.fromEntries(Object.keys(screen.fields).map((label) => [label, '']))
        await fillAndSend(page, { fields: { ...nothing, ...typed }, captcha, button: screen.button })
        await expect(page.locator('.field-error')).toHaveText(texts)
        await expect(field(page, focused)).toBeFocused()
        await expect(field(page, focused)).toHaveAccessibleDescription(texts[0] ?? '')
      })
    }
    expect(sent).toBe(0)
  })
}

type Answer = [what: string, (route: Route) => Promise<void>]
const status = (text: string): Answer => [`the status "${text}"`, (route) => route.fulfill({ json: answers(text) })]
const http = (code: number, sentence: string): Answer => [
  `HTTP ${code}`,
  (route) => route.fulfill({ status: code, json: answers(sentence), headers: { 'retry-after': '60' } }),
]
const network: Answer = ['a network failure', (route) => route.abort()]
const strange: Answer = ['an answer without rows', (route) => route.fulfill({ json: {} })]
const tooMany = 'Too many attempts. Please wait a moment and try again.'

/** Where a text appears: at its field, or for the whole form. */
type Refusal = [screen: ScreenName, answer: Answer, text: string, at?: string]
const refusals: Refusal[] = [
  ['login', status('Email not registered'), 'Email not registered', 'Email'],
  ['login', status('Email or password incorrect'), 'Email or password incorrect'],
  ['login', status('Please verify the captcha.'), 'Please verify the captcha.', 'captcha'],
  ['login', status('Something new'), 'Login failed. Please try again.'],
  ['login', status('Success'), 'Login failed. Please try again.'],
  ['login', strange, 'Login failed. Please try again.'],
  ['login', http(400, 'not as it should be'), 'Login failed. Please try again.'],
  ['login', http(429, tooMany), tooMany],
  ['login', http(500, unreachable), unreachable],
  ['login', network, unreachable],
  ['signup', status('Email already in use'), 'Email already in use', 'Email'],
  ['signup', status('Please verify the captcha.'), 'Please verify the captcha.', 'captcha'],
  ['signup', status('Something new'), 'Please try again later.'],
  ['signup', http(429, tooMany), tooMany],
  ['signup', http(500, unreachable), unreachable],
  ['signup', network, unreachable],
  ['sendPin', status('Email not found'), 'Email not found', 'Email'],
  ['sendPin', status('Something new'), 'An error occurred. Please try again.'],
  ['sendPin', http(429, tooMany), tooMany],
  ['sendPin', http(500, unreachable), unreachable],
  ['sendPin', network, unreachable],
  ['verifyPin', status('PIN not correct'), 'PIN not correct', 'PIN'],
  ['verifyPin', status('Something new'), 'An error occurred. Please try again.'],
  ['verifyPin', status('Success'), 'An error occurred. Please try again.'],
  ['verifyPin', http(500, unreachable), unreachable],
  ['verifyPin', network, unreachable],
  ['updatePassword', status('Something new'), 'Please try again later.'],
  ['updatePassword', http(401, 'Please sign in first.'), 'Please try again later.'],
  ['updatePassword', http(500, unreachable), unreachable],
  ['updatePassword', network, unreachable],
  ['verifyEmail', status('PIN not correct'), 'PIN not correct', 'Verification PIN'],
  ['verifyEmail', status('Something new'), 'Please try again later.'],
  ['verifyEmail', http(429, tooMany), tooMany],
  ['verifyEmail', network, unreachable],
]

/** Trouble on the way is told by one function, which the login shows in the usual run; on each screen under `npm run test:long`. */
const onTheWay = new Set([tooMany, unreachable])
const inThisRun = refusals.filter(
  ([screen, , text]) => process.env.TEST_LONG || screen === 'login' || !onTheWay.has(text),
)

for (const [name, ofScreen] of byScreen(inThisRun)) {
  test(`${name}: every answer of the server is told where it belongs, and loses nothing typed`, async ({
    page,
    complaints,
  }) => {
    complaints.expect(/Failed to load resource/)
    const screen = screens[name]
    let now = network[1]
    await screen.open(page)
    await page.route(new RegExp(`/api/${screen.call}(\\?|$)`), (route) => now(route))
    for (const [, [what, answer], text, at] of ofScreen) {
      await test.step(`${what} says "${text}"`, async () => {
        now = answer
        await fillAndSend(page, screen)
        const place = at ? page.locator('.field-error') : page.getByRole('alert')
        await expect(place).toHaveText(text)
        for (const [label, value] of Object.entries(screen.fields)) await expect(field(page, label)).toHaveValue(value)
        if (at && at !== 'captcha') await expect(field(page, at)).toBeFocused()
        // Whoever corrects it sees the complaint go.
        const first = Object.keys(screen.fields)[0] ?? ''
        if (at) return
        await field(page, first).press('End')
        await field(page, first).press('Backspace')
        await expect(place).toBeHidden()
      })
    }
  })
}

test('login: the status "Email not verified" shows the alert "Verify your email first."', async ({ page }) => {
  await fake(page, 'Login', answers('Email not verified'))
  await login.open(page)
  await fillAndSend(page, login)
  const alert = page.getByRole('alertdialog', { name: 'Verify your email first.' })
  await expect(alert.getByRole('button', { name: 'OK' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(alert).toBeHidden()
  await expect(page.getByRole('main').getByRole('button', { name: 'Login', exact: true })).toBeFocused()
})

test('signup: success shows the alert and goes to /verify-email', async ({ page }) => {
  await fake(page, 'EventRegister', answers('Success'))
  await signup.open(page)
  await fillAndSend(page, signup)
  await expect(page).toHaveURL(/\/verify-email$/)
  await closeAlert(page, 'A verification PIN has been sent to your email.')
  await expect(page.locator('#main')).toBeFocused()
})

test('a new PIN that cannot be had yet waits as long as the server says', async ({ page, complaints }) => {
  complaints.expect(/Failed to load resource/)
  await page.goto(`/verify-email#email=${encodeURIComponent(email)}&pin=${wrongPin}`)
  await page.route('**/api/EventResendPin', http(429, tooMany)[1])
  await page.getByRole('button', { name: 'Send a new PIN' }).click()
  await expect(page.getByRole('alert')).toHaveText(tooMany)
  await expect(page.getByRole('button', { name: /Send a new PIN in (1:00|0:5\d)/ })).toBeDisabled()
})
