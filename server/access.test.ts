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

const everyDoor = `
  anyone     GET   (files of the build)
  anyone     GET   /
  anyone     GET   /.well-known/security.txt
  anyone     GET   /abstract
  anyone     GET   /abstractsubmission
  anyone     GET   /api/CaptchaChallenge
  anyone     GET   /api/CommonPasswords
  anyone     GET   /contact
  anyone     GET   /events
  anyone     GET   /faq
  anyone     GET   /forgotpass
  anyone     GET   /geo/countryInfoJSON
  anyone     GET   /geo/searchJSON
  anyone     GET   /healthz
  anyone     GET   /login
  anyone     GET   /past-programs
  anyone     GET   /payment-processing
  anyone     GET   /payments/return/:key
  anyone     GET   /payments/sandbox/:transaction
  anyone     GET   /privacy
  anyone     GET   /profile
  anyone     GET   /profilereg
  anyone     GET   /program
  anyone     GET   /readyz
  anyone     GET   /regcomplete
  anyone     GET   /robots.txt
  anyone     GET   /signup
  anyone     GET   /sitemap.xml
  anyone     GET   /styleguide
  anyone     GET   /terms
  anyone     GET   /travel
  anyone     GET   /undo-email
  anyone     GET   /verify-email
  anyone     POST  /api/DataCopy
  anyone     POST  /api/EventEmailVerify
  anyone     POST  /api/EventForgotPassword
  anyone     POST  /api/EventForgotPasswordVerify
  anyone     POST  /api/EventRegister
  anyone     POST  /api/EventResendPin
  anyone     POST  /api/EventsPortal
  anyone     POST  /api/LastDates
  anyone     POST  /api/Login
  anyone     POST  /api/SpecialityList
  anyone     POST  /api/SubSpecialityList
  anyone     POST  /api/UndoEmailChange
  anyone     POST  /api/WorkshopsList
  anyone     POST  /payments/return/:key
  anyone     POST  /payments/sandbox
  anyone     POST  /payments/sandbox/:transaction
  applicant  GET   /api/AbstractDownload
  applicant  GET   /api/AccountStanding
  applicant  GET   /api/GetAbstracts
  applicant  GET   /api/GetProfile
  applicant  GET   /api/MyEvents
  applicant  GET   /api/MyOrders
  applicant  GET   /api/ProfileExists
  applicant  GET   /api/ProfilePhoto
  applicant  GET   /api/Receipt
  applicant  GET   /api/Sessions
  applicant  GET   /payments/OpenAttempt
  applicant  POST  /api/AbstractSave
  applicant  POST  /api/AbstractUpdate
  applicant  POST  /api/AskDataCopy
  applicant  POST  /api/AskEmailChange
  applicant  POST  /api/ChangePassword
  applicant  POST  /api/CheckOut
  applicant  POST  /api/CloseAccount
  applicant  POST  /api/ConfirmEmailChange
  applicant  POST  /api/EndOtherSessions
  applicant  POST  /api/EndSession
  applicant  POST  /api/EndSessions
  applicant  POST  /api/KeepAccount
  applicant  POST  /api/ProfileCreate
  applicant  POST  /api/ProfileExists
  applicant  POST  /api/RemoveAbstract
  applicant  POST  /api/SeatAvailable
  applicant  POST  /api/SignOut
  applicant  POST  /api/SubmitAbstract
  applicant  POST  /api/UploadBegin
  applicant  POST  /api/UploadPiece
  applicant  POST  /payments/AskBank
  applicant  POST  /payments/CancelOrder
  applicant  POST  /payments/finalizePayment
  applicant  POST  /payments/initiatePayment
  operator   GET   /_mail
  operator   GET   /metrics
  resetter   POST  /api/EventUpdatePassword`

/** Not there once the portal is in earnest. */
const onlyInDevelopment = ['  anyone     GET   /styleguide', '  operator   GET   /_mail']

type Door = { method: 'GET' | 'POST'; url: string; who: string; operation: Operation | undefined }

test('these are all the doors, and who may use each', async () => {
  const { doors } = await openHouse(await makeWorld())

  expect(list(doors)).toEqual(
    everyDoor
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
  const { doors } = await openHouse(await makeWorld(), env)

  const expected = everyDoor.split('\n').filter((line) => line && !onlyInDevelopment.includes(line))
  expect(list(doors)).toEqual(expected.map((line) => line.trim()))
})

test('every operation of the contract is served, and no other call', async () => {
  const { doors } = await openHouse(await makeWorld())
  const served = doors.flatMap(({ operation }) => operation ?? [])
  const names = (operations: Operation[]) => operations.map(({ name }) => name).toSorted()

  expect(names(served)).toEqual(names(await promised()))
  expect(doors.filter(({ url, operation }) => url.startsWith('/api/') && !operation)).toEqual([])
  expect(served.filter(({ name, path }) => path.startsWith('/api/') && path !== `/api/${name}`)).toEqual([])
})

test('TRAP-02: a door for the signed-in opens to no token, a made-up one, or one of the other kind', async () => {
  const world = await makeWorld()
  const { app, doors } = await openHouse(world)
  const closed = doors.filter(({ who }) => who === 'applicant' || who === 'resetter')
  expect(closed.length).toBeGreaterThan(3)

  const answers: Record<string, unknown> = {}
  for (const { method, url, who } of closed) {
    const knock = async (token?: string) => {
      const headers = { host: 'localhost', ...(token && { authorization: `Bearer ${token}` }) }
      return (await app.inject({ method, url, headers })).statusCode
    }
    const token = await tokens(world)
    const [own, other] = who === 'applicant' ? [token.applicant, token.resetter] : [token.resetter, token.applicant]
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
  const { app, doors } = await openHouse(world, { PUBLIC_URL: 'https://cpd.example.edu' })
  const { applicant, resetter } = await tokens(world)

  const answers: Record<string, number[]> = {}
  for (const { method, url } of doors.filter(({ who }) => who === 'operator')) {
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
): Promise<{ app: FastifyInstance; doors: Door[] }> {
  const doors: Door[] = []
  const listen = (message: unknown) =>
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', (route) => void doors.push(...doorsOf(route)))
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
  return { app: await makeTestApp(world, { env, site }), doors }
}

/** HEAD comes with every GET, under the same rule. */
function doorsOf({ method, url, config }: RouteOptions): Door[] {
  const { who = 'undeclared', operation } = config ?? {}
  return [method]
    .flat()
    .flatMap((each) => (each === 'HEAD' ? [] : [{ method: each as Door['method'], url, who, operation }]))
}

function list(doors: Door[]): string[] {
  const lines = doors.map(({ method, url, who }) => {
    const isFile = url.startsWith('/assets/') || url.startsWith('/art/')
    return `${who.padEnd(9)}  ${method.padEnd(4)}  ${isFile ? '(files of the build)' : url}`
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
    ['name', 'method', 'path', 'who', 'input', 'reply'].every((part) => part in value)
  )
}
