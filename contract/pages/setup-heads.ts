/** How the calls of the set-up are sent, and its steps. Without zod: the console has this too. */
import { heads } from '#contract/heads.ts'

const may = 'portal.setup'

export const setupHeads = heads({
  SetupShow: { name: 'SetupShow', path: '/staff/SetupShow', method: 'GET', token: 'staff', may, kind: 'read' },
  SetupMailTest: {
    name: 'SetupMailTest',
    path: '/staff/SetupMailTest',
    method: 'POST',
    token: 'staff',
    may,
    kind: 'change',
    runs: 'act',
  },
})

/** In the order in which they are offered. */
export const setupSteps = ['college', 'contact', 'travel', 'texts', 'programmes', 'mail', 'bank'] as const
export type SetupStep = (typeof setupSteps)[number]
