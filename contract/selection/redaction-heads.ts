/** How the calls are sent by which staff make abstracts blind. Without zod: the console has this too. */
import { callsOf, heads } from '#contract/heads.ts'
import type * as redactions from './redactions.ts'

const redact = { token: 'staff', may: 'review.redact' } as const

export const redactionHeads = heads({
  RedactionQueue: { ...redact, name: 'RedactionQueue', method: 'GET', path: '/staff/RedactionQueue', kind: 'read' },
  RedactionShow: { ...redact, name: 'RedactionShow', method: 'GET', path: '/staff/RedactionShow', kind: 'read' },
  RedactionFile: { ...redact, name: 'RedactionFile', method: 'GET', path: '/staff/RedactionFile', kind: 'read' },
  RedactionPage: { ...redact, name: 'RedactionPage', method: 'GET', path: '/staff/RedactionPage', kind: 'read' },
  RedactionSave: {
    ...redact,
    name: 'RedactionSave',
    method: 'POST',
    path: '/staff/RedactionSave',
    kind: 'change',
    runs: 'act',
  },
  RedactionAsk: {
    ...redact,
    name: 'RedactionAsk',
    method: 'POST',
    path: '/staff/RedactionAsk',
    kind: 'change',
    runs: 'act',
  },
})

export const redactionCalls = callsOf<typeof redactions>(redactionHeads)

export const blindSections = ['title', 'background', 'material', 'results', 'discussion'] as const
export type BlindSection = (typeof blindSections)[number]
export const findingKinds = [
  'name',
  'initials',
  'surname',
  'email',
  'phone',
  'orcid',
  'registration',
  'institution',
  'letters',
  'department',
  'link',
  'authors',
  'titled',
  'capitals',
  'place',
  'ours',
] as const
export type FindingKind = (typeof findingKinds)[number]

const removed: Record<FindingKind, string> = {
  name: 'name removed',
  initials: 'name removed',
  surname: 'name removed',
  email: 'address removed',
  phone: 'number removed',
  orcid: 'number removed',
  registration: 'number removed',
  institution: 'institution removed',
  letters: 'institution removed',
  department: 'institution removed',
  link: 'link removed',
  authors: 'name removed',
  titled: 'name removed',
  capitals: 'name removed',
  place: 'institution removed',
  ours: 'institution removed',
}

/** What a reviewer reads in its place. */
export const insteadOf = (kind: FindingKind): string => `[${removed[kind]}]`
