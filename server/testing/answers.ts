/** Compares what the server answers with what the OpenAPI description says of it. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { FastifyInstance, onSendHookHandler } from 'fastify'
import type { Operation } from '#contract/operation.ts'
import { describe } from '#server/kernel/openapi.ts'

/** An answer with this status, or why there can be none. */
type Fits = (status: number, type: string, body: string) => string | undefined

/** Collects every answer of a call that its description does not allow, from now on. */
export function answersThatDoNotFit(app: FastifyInstance): string[] {
  const wrong: string[] = []
  // With a callback: to wait even a moment would answer some broken questions otherwise.
  app.addHook('onSend', (...[{ method, routeOptions }, reply, payload, done]: Parameters<onSendHookHandler>) => {
    const { operation } = routeOptions.config
    const isPart = method === 'HEAD' || reply.getHeader('content-encoding') !== undefined
    if (operation && !isPart) {
      const body = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.toString() : ''
      const why = fitsOf(operation)(reply.statusCode, String(reply.getHeader('content-type') ?? ''), body)
      if (why) wrong.push(`${operation.name} ${reply.statusCode} ${why}: ${body.slice(0, 500)}`)
    }
    done(null, payload)
  })
  return wrong
}

const ajv = new Ajv2020({ strict: false, validateFormats: false })
const known = new WeakMap<Operation, Fits>()
let count = 0

function fitsOf(operation: Operation): Fits {
  const found = known.get(operation) ?? makeFits(operation)
  known.set(operation, found)
  return found
}

type Responses = Record<string, { content?: Record<string, unknown>; $ref?: string }>
type Document = {
  paths: Record<string, Record<string, { responses: Responses }>>
  components: { responses: Responses }
}

function makeFits(operation: Operation): Fits {
  const document = describe([operation], 'cookie') as unknown as Document
  const id = `operation-${(count += 1)}`
  ajv.addSchema(document, id)
  const method = operation.method.toLowerCase()
  const responses = document.paths[operation.path]?.[method]?.responses ?? {}
  const checks = new Map<string, ValidateFunction | undefined>()
  return (status, type, body) => {
    const response = responses[status]
    if (!response) return 'has a status that is not described'
    const shared = response.$ref?.split('/').at(-1)
    const { content } = shared ? (document.components.responses[shared] ?? {}) : response
    // A page in place of an answer, for people; a file; or nothing at all.
    if (!type.startsWith('application/json')) return wrongType(content, { status, type })
    const place = shared
      ? ['components', 'responses', shared]
      : ['paths', operation.path, method, 'responses', String(status)]
    const pointer = [...place, 'content', 'application/json', 'schema'].map(escaped).join('/')
    const check = checks.get(pointer) ?? ajv.getSchema(`${id}#/${pointer}`)
    checks.set(pointer, check)
    if (!check) return 'is JSON, which is not described'
    return check(JSON.parse(body)) ? undefined : ajv.errorsText(check.errors)
  }
}

function wrongType(content: Record<string, unknown> | undefined, { status, type }: { status: number; type: string }) {
  if (!content || status >= 400) return undefined
  const isDescribed = '*/*' in content || Object.keys(content).some((each) => type.startsWith(each))
  return isDescribed ? undefined : `is ${type || 'nothing'}, which is not described`
}

const escaped = (part: string) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))
