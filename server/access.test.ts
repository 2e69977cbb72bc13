/** Who may ask for what: the whole list, written out, so that a new door is seen by whoever reads the change. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import type { Operation } from '#contract/operation.ts'
import { newToken } from './platform/security/tokens.ts'
import { makeTestApp } from './testing/app.ts'
import { tokens } from './testing/people.ts'
import { makeWorld } from './testing/world.ts'
import type { World } from './world.ts'

const everyRoute = `
  none       GET   (files of the build)
  none       GET   /
  none       GET   /.well-known/security.txt
  none       GET   /abstract
  none       GET   /abstractsubmission
  none       GET   /api/CaptchaChallenge
  none       GET   /api/CommonPasswords
  none       GET   /contact
  none       GET   /events
  none       GET   /faq
  none       GET   /forgotpass
  none       GET   /geo/countryInfoJSON
  none       GET   /geo/searchJSON
  none       GET   /healthz
  none       GET   /login
  none       GET   /past-programs
  none       GET   /payment-processing
  none       GET   /payments/return/:key
  none       GET   /payments/sandbox/:transaction
  none       GET   /privacy
  none       GET   /profile
  none       GET   /profilereg
  none       GET   /program
  none       GET   /readyz
  none       GET   /regcomplete
  none       GET   /robots.txt
  none       GET   /signup
  none       GET   /sitemap.xml
  none       GET   /styleguide
  none       GET   /terms
  none       GET   /travel
  none       GET   /undo-email
  none       GET   /verify-email
  none       POST  /api/DataCopy
  none       POST  /api/EventEmailVerify
  none       POST  /api/EventForgotPassword
  none       POST  /api/EventForgotPasswordVerify
  none       POST  /api/EventRegister
  none       POST  /api/EventResendPin
  none       POST  /api/EventsPortal
  none       POST  /api/LastDates
  none       POST  /api/Login
  none       POST  /api/SpecialityList
  none       POST  /api/SubSpecialityList
  none       POST  /api/UndoEmailChange
  none       POST  /api/WorkshopsList
  none       POST  /payments/return/:key
  none       POST  /payments/sandbox
  none       POST  /payments/sandbox/:transaction
  none       POST  /staff/StaffSignIn
  none       POST  /staff/StaffWelcome
  operator   GET   /_mail
  operator   GET   /metrics
  reset      POST  /api/EventUpdatePassword
  session    GET   /api/AbstractDownload
  session    GET   /api/AccountStanding
  session    GET   /api/GetAbstracts
  session    GET   /api/GetProfile
  session    GET   /api/MyEvents
  session    GET   /api/MyOrders
  session    GET   /api/ProfileExists
  session    GET   /api/ProfilePhoto
  session    GET   /api/Receipt
  session    GET   /api/Sessions
  session    GET   /payments/OpenAttempt
  session    POST  /api/AbstractSave
  session    POST  /api/AbstractUpdate
  session    POST  /api/AskDataCopy
  session    POST  /api/AskEmailChange
  session    POST  /api/ChangePassword
  session    POST  /api/CheckOut
  session    POST  /api/CloseAccount
  session    POST  /api/ConfirmEmailChange
  session    POST  /api/EndOtherSessions
  session    POST  /api/EndSession
  session    POST  /api/EndSessions
  session    POST  /api/KeepAccount
  session    POST  /api/ProfileCreate
  session    POST  /api/ProfileExists
  session    POST  /api/RemoveAbstract
  session    POST  /api/SeatAvailable
  session    POST  /api/SignOut
  session    POST  /api/SubmitAbstract
  session    POST  /api/UploadBegin
  session    POST  /api/UploadPiece
  session    POST  /payments/AskBank
  session    POST  /payments/CancelOrder
  session    POST  /payments/finalizePayment
  session    POST  /payments/initiatePayment
  staff      GET   /staff/ExceptionShow
  staff      GET   /staff/ExceptionsList
  staff      GET   /staff/ExportDownload
  staff      GET   /staff/ExportState
  staff      GET   /staff/StaffMe
  staff      POST  /payments/BankAsk
  staff      POST  /payments/ExceptionResolve
  staff      POST  /staff/ExportBegin
  staff      POST  /staff/ExportStop
  staff      POST  /staff/StaffSetPassword
  staff      POST  /staff/StaffSignOut`

/** Not there once the portal is in earnest. */
const onlyInDevelopment = ['  none       GET   /styleguide', '  operator   GET   /_mail']

type Route = { method: 'GET' | 'POST'; url: string; token: string; operation: Operation | undefined }

test('these are all the routes, and who may use each', async () => {
  const { routes } = await openHouse(await makeWorld())

  expect(list(routes)).toEqual(
    everyRoute
      .trimStart()
      .split('\n')
      .map((line) => line.trim()),
  )
})

test('in production there are neither style guide nor letters to read', async () => {
  const env = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://cpd.example.edu',
    ALLOW_UNSAFE: 'sandbox-payments,no-mail',
  }
  const { routes } = await openHouse(await makeWorld(), env)

  const expected = everyRoute.split('\n').filter((line) => line && !onlyInDevelopment.includes(line))
  expect(list(routes)).toEqual(expected.map((line) => line.trim()))
})

test('every operation of the contract is served, and no other call', async () => {
  const { routes } = await openHouse(await makeWorld())
  const served = routes.flatMap(({ operation }) => operation ?? [])
  const names = (operations: Operation[]) => operations.map(({ name }) => name).toSorted()

  expect(names(served)).toEqual(names(await promised()))
  expect(routes.filter(({ url, operation }) => url.startsWith('/api/') && !operation)).toEqual([])
  expect(served.filter(({ name, path }) => path.startsWith('/api/') && path !== `/api/${name}`)).toEqual([])
})

test('TRAP-02: a door for the signed-in opens to no token, a made-up one, or one of the other kind', async () => {
  const world = await makeWorld()
  const { app, routes } = await openHouse(world)
  const closed = routes.filter(({ token }) => token === 'session' || token === 'reset')
  expect(closed.length).toBeGreaterThan(3)

  const answers: Record<string, unknown> = {}
  for (const { method, url, token: kind } of closed) {
    const knock = async (token?: string) => {
      const headers = { host: 'localhost', ...(token && { authorization: `Bearer ${token}` }) }
      return (await app.inject({ method, url, headers })).statusCode
    }
    const token = await tokens(world)
    const [own, other] = kind === 'session' ? [token.applicant, token.resetter] : [token.resetter, token.applicant]
    answers[`${method} ${url}`] = [
      await knock(),
      await knock(newToken().token),
      await knock(other),
      (await knock(own)) === 401,
    ]
  }

  expect(answers).toEqual(
    Object.fromEntries(closed.map(({ method, url }) => [`${method} ${url}`, [401, 401, 401, false]])),
  )
})

test('what is for the operator does not exist for strangers, whatever token they hold', async () => {
  const world = await makeWorld()
  const { app, routes } = await openHouse(world, { PUBLIC_URL: 'https://cpd.example.edu' })
  const { applicant, resetter } = await tokens(world)

  const answers: Record<string, number[]> = {}
  for (const { method, url } of routes.filter(({ token }) => token === 'operator')) {
    const knock = async (headers: Record<string, string>, remoteAddress = '6.6.6.6') =>
      (await app.inject({ method, url, remoteAddress, headers: { host: 'localhost', ...headers } })).statusCode
    answers[url] = [
      await knock({}),
      await knock({ authorization: `Bearer ${applicant}` }),
      await knock({ authorization: `Bearer ${resetter}` }),
      await knock({ 'x-forwarded-for': '6.6.6.6' }, '127.0.0.1'),
      await knock({ host: 'cpd.example.edu' }, '127.0.0.1'),
      await knock({}, '127.0.0.1'),
    ]
  }

  const onlyAtTheMachine = [404, 404, 404, 404, 404, 200]
  expect(answers).toEqual({ '/_mail': onlyAtTheMachine, '/metrics': onlyAtTheMachine })
})

/** The whole server with a build of two files, and every route that was added to it. */
async function openHouse(
  world: World,
  env: Record<string, string> = {},
): Promise<{ app: FastifyInstance; routes: Route[] }> {
  const routes: Route[] = []
  const listen = (message: unknown) =>
    (message as { fastify: FastifyInstance }).fastify.addHook(
      'onRoute',
      (route) => void routes.push(...routesOf(route)),
    )
  subscribe('fastify.initialization', listen)
  onTestFinished(() => void unsubscribe('fastify.initialization', listen))
  const file = { type: 'text/javascript', etag: '"1"', identity: Buffer.of(), br: Buffer.of(), gzip: Buffer.of() }
  const site = {
    assets: { styles: { app: '', content: '' }, boot: '', script: '/assets/main.js', preloads: {} },
    render: async () => '',
    files: new Map([
      ['/assets/main.js', file],
      ['/art/flyer.svg', file],
    ]),
    content: () => Promise.reject(new Error('no page is drawn here')),
    development: env.NODE_ENV !== 'production',
  }
  return { app: await makeTestApp(world, { env, site }), routes }
}

/** HEAD comes with every GET, under the same rule. */
function routesOf({ method, url, config }: RouteOptions): Route[] {
  const { token = 'undeclared', operation } = config ?? {}
  return [method]
    .flat()
    .flatMap((each) => (each === 'HEAD' ? [] : [{ method: each as Route['method'], url, token, operation }]))
}

function list(routes: Route[]): string[] {
  const lines = routes.map(({ method, url, token }) => {
    const isFile = url.startsWith('/assets/') || url.startsWith('/art/')
    return `${token.padEnd(9)}  ${method.padEnd(4)}  ${isFile ? '(files of the build)' : url}`
  })
  return [...new Set(lines)].toSorted()
}

async function promised(): Promise<Operation[]> {
  const contract = join(import.meta.dirname, '../contract')
  const files = globSync('**/*.ts', { cwd: contract }).filter((name) => !name.includes('.test.'))
  const modules = await Promise.all(
    files.map((name) => import(join(contract, name)) as Promise<Record<string, unknown>>),
  )
  return modules.flatMap((exported) => Object.values(exported)).filter(isOperation)
}

function isOperation(value: unknown): value is Operation {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['name', 'method', 'path', 'token', 'input', 'reply'].every((part) => part in value)
  )
}
