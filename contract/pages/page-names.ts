/** Which pages of the site have words that staff write. Without zod: the console has this too. */
import type { PagePath } from '#contract/pages.ts'

type SitePage = {
  title: string
  /** Where visitors read it. */
  address: PagePath
  /** An event may have its own; one that has none shows the college's. */
  ofEvents?: true
  /** What the college answers for: only owners change it. */
  ownersOnly?: true
  /** Every version that was published stays public. */
  keptPublic?: true
}

export const sitePages = {
  home: { title: 'Home', address: '/', ofEvents: true },
  abstract: { title: 'Guidelines', address: '/abstract', ofEvents: true },
  faq: { title: 'Questions', address: '/faq' },
  travel: { title: 'Travel', address: '/travel', ofEvents: true },
  contact: { title: 'Contact', address: '/contact' },
  privacy: { title: 'Privacy', address: '/privacy', ownersOnly: true, keptPublic: true },
  terms: { title: 'Terms', address: '/terms', ownersOnly: true, keptPublic: true },
  college: { title: 'Names and logos', address: '/', ownersOnly: true },
} as const satisfies Record<string, SitePage>

export type PageOfSite = keyof typeof sitePages
export const pageNames = Object.keys(sitePages) as [PageOfSite, ...PageOfSite[]]

export const sitePage = (page: PageOfSite): SitePage => sitePages[page]

/** Of which every version stays public. */
export const legalPages = ['privacy', 'terms'] as const satisfies readonly PageOfSite[]
export type LegalPage = (typeof legalPages)[number]

export const pictureTexts = {
  wrongKind: 'This is not a picture that we can show. Please send a PNG, JPEG or GIF.',
  tooManyPixels: 'This picture has too many pixels. Please send one of at most 40 megapixels.',
  unreadable: 'This picture could not be read. It may be damaged.',
  tooLarge: 'This picture is larger than 10 MB. Please send a smaller one.',
  missing: 'Please choose a picture.',
} as const
