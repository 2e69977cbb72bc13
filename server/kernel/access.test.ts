/** Who may ask for what. The list is docs/access.md, which `npm run access` writes: a new route is seen by whoever reads the change. */
import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { permissions, staffRoles } from '#contract/accounts/permissions.ts'
import { OpenApi } from '#contract/openapi.ts'
import type { Operation } from '#contract/operation.ts'
import { isOperation } from '#contract/operation.ts'
import { operations } from '#contract/operations.ts'
import type { Route } from '#server/platform/http/http.ts'
import { makeTestApp } from '#server/testing/app.ts'
import { tokens } from '#server/testing/people.ts'
import { builtSite } from '#server/testing/site.ts'
import { makeWorld } from '#server/testing/world.ts'
import { isForCollegeOnly, isForEventOnly, isOfCollegeOnly, permissionsOfRole } from './permission-rules.ts'

const inProduction = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://cpd.example.edu',
  TRUSTED_PROXIES: '127.0.0.1',
  ALLOW_UNSAFE: 'sandbox-payments,no-mail',
}

test('docs/access.md says of every route what it needs, and of every role what it may', async () => {
  const world = await makeWorld()
  const routes = async (env: Record<string, string>) =>
    linesOf(await makeTestApp(world, { env, site: builtSite({ development: env !== inProduction }) }))
  const [everywhere, development] = [await routes(inProduction), await routes({})]
  expect(everywhere.filter((line) => !development.includes(line))).toEqual([])

  await expect(accessPage(development, everywhere)).toMatchFileSnapshot('../../docs/access.md')
})

test('every operation of the contract is served, and no other call', async () => {
  const { routes } = await makeTestApp(await makeWorld(), { site: builtSite() })
  const served = routes.flatMap(({ method, operation }) => (operation && method !== 'HEAD' ? [operation] : []))
  const names = (operations: Operation[]) => operations.map(({ name }) => name).toSorted()

  expect(names(operations)).toEqual(names(await promised()))
  expect(names(served)).toEqual(names(operations))
  expect(routes.filter(({ url, operation }) => /^\/(api|staff)\//.test(url) && !operation)).toEqual([])
  // The description is where programs look for it.
  expect(served.filter(({ name, path }) => path.startsWith('/api/') && path !== `/api/${name}`)).toEqual([OpenApi])
})

test('what is for the operator does not exist for strangers, whatever token they hold', async () => {
  const world = await makeWorld()
  const app = await makeTestApp(world, { env: { PUBLIC_URL: 'https://cpd.example.edu' } })
  const { applicant, resetter } = await tokens(world)
  const forOperator = app.routes.filter(({ token, method }) => token === 'operator' && method !== 'HEAD')
  expect(forOperator.length).toBeGreaterThan(1)

  const answers: Record<string, number[]> = {}
  for (const { method, url } of forOperator) {
    const knock = async (headers: Record<string, string>, remoteAddress = '6.6.6.6') =>
      (await app.inject({ method: method as 'GET', url, remoteAddress, headers: { host: 'localhost', ...headers } }))
        .statusCode
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
  expect(answers).toEqual(Object.fromEntries(forOperator.map(({ url }) => [url, onlyAtTheMachine])))
})

/** A line for each route, as the page shows it. HEAD comes with every GET, under the same rule. */
function linesOf({ routes }: FastifyInstance): string[] {
  const sortKey = ({ token, operation, url, method }: Route) => [token, needOf(operation), url, method].join(' ')
  const shown = routes.filter(({ method }) => method !== 'HEAD')
  return [...new Set(shown.toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1)).map(lineOf))]
}

function lineOf({ method, url, token, operation }: Route): string {
  const isFile = url.startsWith('/assets/') || url.startsWith('/art/')
  const place = isFile ? 'files of the build' : `\`${method} ${url}\``
  return `| ${token} | ${needOf(operation)} | ${place} |`
}

function needOf(operation: Operation | undefined): string {
  if (operation?.token === 'staff') return operation.stepUp ? `${operation.may}, step-up` : operation.may
  return operation?.token === 'session' && operation.at ? 'participant' : ''
}

function accessPage(routes: string[], inProduction: string[]): string {
  const missing = routes.filter((line) => !inProduction.includes(line))
  const scope = staffRoles.map((role) =>
    isForCollegeOnly(role) ? 'college' : isForEventOnly(role) ? 'event' : 'college or event',
  )
  const rights = permissions.map((permission) => {
    const yes = isOfCollegeOnly(permission) ? 'of the college' : 'yes'
    const marks = staffRoles.map((role) => (permissionsOfRole[role].includes(permission) ? yes : ''))
    return `| ${[permission, ...marks].join(' | ')} |`
  })
  return `# Who may ask for what

\`npm run access\` writes this page from the routes and the table of roles, and \`server/kernel/access.test.ts\` compares them.

## What each route needs

The token, and for staff the permission; \`self\` is about the person's own sign-in, and step-up asks them to prove again who they are. A participant is whoever has a session, at the event that the call is about.

| token | permission | route |
|---|---|---|
${routes.join('\n')}

Not in production:

| token | permission | route |
|---|---|---|
${missing.join('\n')}

## What each role may

| permission | ${staffRoles.join(' | ')} |
|---|${staffRoles.map(() => '---|').join('')}
| given for | ${scope.join(' | ')} |
${rights.join('\n')}
`
}

async function promised(): Promise<Operation[]> {
  const contract = join(import.meta.dirname, '../../contract')
  const files = globSync('**/*.ts', { cwd: contract }).filter((name) => !name.includes('.test.'))
  const modules = await Promise.all(
    files.map((name) => import(join(contract, name)) as Promise<Record<string, unknown>>),
  )
  return modules.flatMap((exported) => Object.values(exported)).filter(isOperation)
}
