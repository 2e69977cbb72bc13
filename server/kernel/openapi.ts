/** The whole interface as OpenAPI 3.1, made from the contract: what it says is what `serve` checks. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { isPlain } from '#contract/heads.ts'
import { OpenApi } from '#contract/openapi.ts'
import { DownloadedFile, type Operation, type ReplyOf } from '#contract/operation.ts'
import { type RefusalCode, refusals } from '#contract/refusals.ts'
import { serve } from './serve.ts'

type Schema = Record<string, unknown>
type Described = Record<string, unknown>

/** Made when somebody first asks: a start does not wait for it, and the answer is kept as bytes. */
export function openApiRoutes(app: FastifyInstance): void {
  let document: Promise<ReplyOf<typeof OpenApi>> | undefined
  serve(app, OpenApi, () => (document ??= documentOfContract(app.staffCookie)))
}

async function documentOfContract(staffCookie: string): Promise<ReplyOf<typeof OpenApi>> {
  const { operations } = await import('#contract/operations.ts')
  return describe(operations, staffCookie)
}

export function describe(operations: readonly Operation[], staffCookie: string): ReplyOf<typeof OpenApi> {
  const paths: Record<string, Record<string, Described>> = {}
  const names = new Set<string>()
  for (const op of operations) {
    // The specification leaves open how one call is sent, and both ways work: a name may stand only once.
    const operationId = names.has(op.name) ? `${op.name}By${op.method}` : op.name
    names.add(op.name)
    const methods = (paths[op.path] ??= {})
    methods[op.method.toLowerCase()] = { operationId, ...describeOperation(op) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Colloquium',
      summary: 'The event portal of a medical college.',
      description:
        'Calls of the specification answer with rows under `Table` and are refused with a sentence under `Status`; calls of staff answer in plain JSON and are refused by a code. `x-token` says which proof of who asks a call needs, `x-may` which permission, and `x-step-up` that it is refused until the caller has proved again who they are.',
      version: '1',
    },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    paths,
    components: { securitySchemes: securitySchemes(staffCookie), responses: refusalResponses() },
  }
}

function describeOperation(op: Operation): Described {
  return {
    tags: [op.path.split('/')[1]],
    'x-token': op.token,
    ...(op.token === 'staff' && { 'x-may': op.may, ...(op.stepUp && { 'x-step-up': true }) }),
    security: op.token === 'none' ? [] : [{ [op.token]: [] }],
    ...describeInput(op),
    responses: responsesOf(op),
  }
}

/** A field is described where the browser sends it; the server takes most of them from either place. */
function describeInput(op: Operation): Described {
  const { method, sent, input, upload } = op
  const { properties = {}, required = [] } = schemaOf(input, 'input') as {
    properties?: Record<string, Schema>
    required?: string[]
  }
  const isInAddress = (name: string) => method === 'GET' || (sent?.address.includes(name) ?? false)
  const all = Object.entries(properties)
  const parameters = all
    .filter(([name]) => isInAddress(name))
    .map(([name, schema]) => ({ name, in: 'query', required: required.includes(name), schema }))
  const inBody = Object.fromEntries(all.filter(([name]) => !isInAddress(name)))
  const needed = required.filter((name) => name in inBody)
  const body = { type: 'object', properties: inBody, ...(needed.length > 0 && { required: needed }) }
  const hasBody = method === 'POST' && (upload !== undefined || Object.keys(inBody).length > 0)
  return {
    ...(parameters.length > 0 && { parameters }),
    ...(hasBody && {
      requestBody: {
        required: needed.length > 0,
        content: bodiesOf(body, { fileField: upload?.field, isJsonOnly: isPlain(op) }),
      },
    }),
  }
}

type Body = Schema & { properties: Schema }
type Sent = { fileField: string | undefined; isJsonOnly: boolean }

function bodiesOf(schema: Body, { fileField, isJsonOnly }: Sent): Described {
  const withFile = fileField && { ...schema, properties: { ...schema.properties, [fileField]: file } }
  return {
    'application/json': { schema },
    ...(!isJsonOnly && { 'application/x-www-form-urlencoded': { schema } }),
    ...(withFile && { 'multipart/form-data': { schema: withFile } }),
  }
}

const file = { type: 'string', contentMediaType: 'application/octet-stream' }

function responsesOf(op: Operation): Described {
  const kind = isPlain(op) ? 'plain' : 'enveloped'
  const statuses = new Set(refusalsOf(op).map((code) => String(refusals[code][0])))
  const refused = [...statuses].map((status) => [status, { $ref: `#/components/responses/${kind}_${status}` }])
  const kept = op.method === 'GET' && (op.cached !== undefined || op.shared)
  return {
    200: { description: 'The answer', content: answerOf(op) },
    ...(kept && { 304: { description: 'What the caller keeps is still right' } }),
    ...(Object.fromEntries(refused) as Described),
  }
}

/** A call of the specification says most of its "no" under Status with 200. */
function refusalsOf(op: Operation): RefusalCode[] {
  const all = Object.keys(refusals) as RefusalCode[]
  if (isPlain(op)) return all
  const ofStaff = ['conflict', 'count_changed', 'invalid'] as const
  const never: RefusalCode[] = [...ofStaff, ...(op.token === 'none' ? (['sign_in_first'] as const) : [])]
  return all.filter((code) => !never.includes(code))
}

function answerOf({ reply }: Operation): Described {
  if (reply === DownloadedFile) return { '*/*': {} }
  if (reply instanceof z.ZodString) return { 'text/plain': { schema: { type: 'string' } } }
  return { 'application/json': { schema: schemaOf(reply, 'output') } }
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io })
  return rest
}

function refusalResponses(): Described {
  const codes = Object.keys(refusals) as RefusalCode[]
  const byStatus = Map.groupBy(codes, (code) => refusals[code][0])
  return Object.fromEntries(
    [...byStatus].flatMap(([status, codes]) => {
      const described = (schema: Schema) => ({
        description: refusals[codes[0] as RefusalCode][1],
        content: { 'application/json': { schema } },
      })
      const schemas = codes.map(plainRefusal)
      return [
        [`enveloped_${status}`, described(envelope)],
        [`plain_${status}`, described(schemas.length === 1 ? (schemas[0] as Schema) : { oneOf: schemas })],
      ]
    }),
  )
}

const text = { type: 'string' }
const record = (properties: Record<string, Schema>, optional: string[] = []): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
})

const envelope = record({
  Table: { type: 'array', minItems: 1, maxItems: 1, items: record({ Status: text }) },
  RequestID: text,
})

function plainRefusal(code: RefusalCode): Schema {
  const fields = { type: 'array', items: record({ path: text, message: text }) }
  const own = {
    ...((code === 'invalid' || code === 'bad_input') && { fields }),
    ...((code === 'conflict' || code === 'count_changed') && { stored: {} }),
  }
  return record({ code: { const: code }, message: text, requestId: text, ...own }, [
    'stored',
    ...(code === 'bad_input' ? ['fields'] : []),
  ])
}

function securitySchemes(staffCookie: string): Described {
  const bearer = (description: string) => ({ type: 'http', scheme: 'bearer', description })
  return {
    session: bearer('The token that Login gave.'),
    reset: bearer('The token that EventForgotPasswordVerify gave; good for one new password.'),
    staff: { type: 'apiKey', in: 'cookie', name: staffCookie, description: 'The cookie that StaffSignIn set.' },
    operator: bearer('METRICS_TOKEN; at the machine itself none is needed.'),
  }
}
