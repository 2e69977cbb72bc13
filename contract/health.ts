import { z } from 'zod'
import { nothing, operation } from './operation.ts'

/** The process answers. */
export const healthz = operation({
  name: 'healthz',
  method: 'GET',
  path: '/healthz',
  token: 'none',
  kind: 'read',
  input: nothing,
  reply: z.object({ Status: z.literal('alive') }),
})

/** It can do its work: the database answers and the server is not about to stop. A proxy sends visitors only here. */
export const readyz = operation({
  name: 'readyz',
  method: 'GET',
  path: '/readyz',
  token: 'none',
  kind: 'read',
  input: nothing,
  reply: z.object({ Status: z.literal('ready') }),
})

export const metrics = operation({
  name: 'metrics',
  method: 'GET',
  path: '/metrics',
  token: 'operator',
  kind: 'read',
  input: nothing,
  reply: z.string(),
})
