import { Ajv2020 } from 'ajv/dist/2020.js'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { Login } from '#contract/accounts/accounts.ts'
import { StaffMe } from '#contract/accounts/staff.ts'
import type { Operation } from '#contract/operation.ts'
import { operations } from '#contract/operations.ts'
import { answersThatDoNotFit } from '#server/testing/answers.ts'
import { makeTestApp } from '#server/testing/app.ts'
import { makeWorld } from '#server/testing/world.ts'

type Described = {
  operationId: string
  'x-token': string
  'x-may'?: string
  'x-step-up'?: true
  parameters?: { name: string; in: string; required: boolean; schema: object }[]
  requestBody?: { content: Record<string, { schema?: object }> }
  responses: Record<string, { $ref?: string; description?: string; content?: Record<string, { schema?: object }> }>
}
type Document = {
  openapi: string
  info: { title: string; version: string }
  paths: Record<string, Record<string, Described>>
  components: { responses: Described['responses']; securitySchemes: Record<string, object> }
}

async function theDocument(): Promise<Document> {
  const app = await makeTestApp(await makeWorld())
  const reply = await app.inject({ url: '/api/openapi.json', headers: { host: 'localhost' } })
  expect(reply.statusCode).toBe(200)
  expect(reply.headers['cache-control']).toMatch(/^public, max-age=300/)
  return reply.json<Document>()
}

const described = ({ paths }: Document) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, each]) => ({ path, method: method.toUpperCase(), ...each })),
  )

test('anybody reads a description of every operation, with the token and the permission it needs', async () => {
  const document = await theDocument()
  const shown = described(document).map(({ path, method, operationId, ...each }) =>
    [operationId.replace(/By(GET|POST)$/, ''), method, path, each['x-token'], each['x-may'], each['x-step-up']].join(
      ' ',
    ),
  )
  const declared = operations.map((op) =>
    [op.name, op.method, op.path, op.token, ...(op.token === 'staff' ? [op.may, op.stepUp] : ['', ''])].join(' '),
  )

  expect(shown.toSorted()).toEqual(declared.toSorted())
})

test('the description has the structure of OpenAPI 3.1', async () => {
  const document = await theDocument()
  const all = described(document)
  const ids = all.map(({ operationId }) => operationId)
  const ajv = new Ajv2020({ strict: false, validateFormats: false })

  expect(document).toMatchObject({ openapi: '3.1.0', info: { title: 'Colloquium', version: '1' } })
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
  for (const { path, method, parameters = [], requestBody, responses, operationId } of all) {
    expect(path).toMatch(/^\/[\w./-]+$/)
    expect([operationId, method === 'GET' && requestBody]).toEqual([operationId, method === 'GET' ? undefined : false])
    for (const each of parameters) expect(each).toMatchObject({ in: 'query', name: expect.any(String) })
    for (const [status, response] of Object.entries(responses)) {
      expect(status).toMatch(/^[2345]\d\d$/)
      expect((response.$ref ? sharedIn(document, response.$ref) : response)?.description).toMatch(/\w/)
    }
    const contents = [requestBody, ...Object.values(responses)].flatMap((each) => Object.values(each?.content ?? {}))
    const schemas = [...parameters, ...contents].flatMap(({ schema }) => schema ?? [])
    for (const schema of schemas) expect([operationId, ajv.validateSchema(schema)]).toEqual([operationId, true])
  }
  for (const { content } of Object.values(document.components.responses))
    expect(ajv.validateSchema(content?.['application/json']?.schema ?? false)).toBe(true)
  const schemes = Object.keys(document.components.securitySchemes)
  expect(all.filter((each) => each['x-token'] !== 'none' && !schemes.includes(each['x-token']))).toEqual([])
})

function sharedIn({ components }: Document, $ref: string) {
  expect($ref).toMatch(/^#\/components\/responses\/\w+$/)
  return components.responses[$ref.split('/').at(-1) as string]
}

test('a call of the specification is refused in its envelope, one of staff by a code', async () => {
  const { paths, components } = await theDocument()

  expect(paths['/api/SignOut']?.post?.responses['401']?.$ref).toBe('#/components/responses/enveloped_401')
  expect(paths['/staff/StaffMe']?.get?.responses['401']?.$ref).toBe('#/components/responses/plain_401')
  expect(components.responses.plain_422?.content?.['application/json']?.schema).toMatchObject({
    properties: { code: { const: 'invalid' }, fields: { type: 'array' } },
    required: ['code', 'message', 'requestId', 'fields'],
  })
})

const odd: [string, Operation, number, unknown, RegExp][] = [
  ['what is declared', Login, 200, { Table: [{ Status: 'Success', Column1: 'token' }] }, /^$/],
  ['a text that the contract does not have', Login, 200, { Table: [{ Status: 'Welcome' }] }, /must be equal to one of/],
  ['a field that nobody declared', Login, 200, { Table: [{ Status: 'Success', Hash: 'x' }] }, /additional properties/],
  ['no row at all', Login, 200, {}, /must have required property 'Table'/],
  ['a status that is not described', Login, 418, { Table: [] }, /not described/],
  ['a refusal by code where the envelope is due', Login, 403, { code: 'not_allowed', message: '' }, /Table/],
  ['an envelope where a code is due', StaffMe, 403, { Table: [{ Status: 'No.' }], RequestID: '1' }, /'code'/],
  ['a code that is of another status', StaffMe, 403, { code: 'not_found', message: '', requestId: '' }, /constant/],
]

test.each(odd)('of an answer with %s every test hears', async (_, operation, status, body, says) => {
  const app = fastify()
  const wrong = answersThatDoNotFit(app)
  const { method, path, token } = operation
  app.route({
    method,
    url: path,
    config: { operation, token },
    handler: (_request, reply) => reply.code(status).send(body),
  })
  await app.inject({ method, url: path })

  expect(wrong.join()).toMatch(says)
})
