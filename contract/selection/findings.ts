/** What is found in a text that names its authors, and what reviewers read in its place. Without zod: the browser has this too. */

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
