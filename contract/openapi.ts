import { z } from 'zod'
import { openRead } from './heads.ts'
import { nothing, operation } from './operation.ts'

/** All calls, described as OpenAPI 3.1. For whoever writes a client, and for the tests, which compare each answer with it. */
export const OpenApi = operation('OpenApi', openRead({ path: '/api/openapi.json', cached: 300 }), {
  input: nothing,
  reply: z.looseObject({ openapi: z.literal('3.1.0'), paths: z.record(z.string(), z.unknown()) }),
})
