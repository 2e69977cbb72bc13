/** The words of each page: as a draft may lie here while somebody writes, and as visitors may read them. */
import { z } from 'zod'
import { homeTimeZone } from '#contract/days.ts'
import { isTimeZone, Site } from '#contract/events/site.ts'
import { plainText } from '#contract/plain-text.ts'
import type { PageOfSite } from './page-names.ts'

const lineMost = 300
const textMost = 5000
const listMost = 100
/** Of this site: what the build brings, or what staff uploaded. Two slashes would be another site's. */
const pictureAddress = /^\/(?!\/)[\w./-]{1,120}$/
const notPicture = 'Please choose a picture.'

type Rules = {
  /** One line that must say something before visitors see it. */
  line: z.ZodType<string>
  text: z.ZodType<string>
  email: z.ZodType<string>
  picture: z.ZodType<string>
  timeZone: z.ZodType<string>
  question: z.ZodType<string>
  /** At least one of them. */
  some: <Each extends z.ZodType>(each: Each) => z.ZodArray<Each>
}

const words = (most: number, shape: 'one line' | 'lines' = 'one line') =>
  z
    .string()
    .max(most, `At most ${most} characters, please.`)
    .transform((text) => plainText(text, shape))
const optional = (most: number) => words(most).optional()
const said = (rule: z.ZodType<string>) => rule.refine((text) => text !== '', 'Please write something here.')

const whileWriting: Rules = {
  line: words(lineMost),
  text: words(textMost, 'lines'),
  email: words(lineMost),
  picture: z.union([z.literal(''), z.string().regex(pictureAddress)], notPicture),
  timeZone: words(60),
  question: words(textMost, 'lines'),
  some: (each) => z.array(each).max(listMost),
}

const forVisitors: Rules = {
  line: said(words(lineMost)),
  text: said(words(textMost, 'lines')),
  email: z.email('Please write an e-mail address such as name@college.example.').max(lineMost),
  picture: z.string().regex(pictureAddress, notPicture),
  timeZone: z.string().refine(isTimeZone, 'Please write a time zone such as Asia/Karachi.'),
  question: said(words(textMost, 'lines')).refine(
    (text) => /\S\? \S/.test(text),
    'Please write a question, its question mark, and the answer.',
  ),
  some: (each) => z.array(each).min(1, 'Please add one at least.').max(listMost),
}

function bodiesBy(rules: Rules) {
  const { line, text, email, picture, timeZone, question, some } = rules
  const sections = (point: z.ZodType<string>) =>
    z
      .array(
        z.object({
          heading: line,
          paragraphs: z.array(text).max(listMost).default([]),
          points: z.array(point).max(listMost).default([]),
        }),
      )
      .max(60)
  const prose = z.object({ lead: text, sections: sections(text) })
  const desk = z.object({ desk: line, about: line, email, phone: optional(60) })
  return {
    // The home page says its own things; what stands here is beside them.
    home: z.object({ lead: words(textMost, 'lines'), sections: sections(text) }),
    abstract: prose,
    faq: z.object({ lead: text, sections: sections(question) }),
    travel: prose.extend({
      travelContacts: some(desk),
      stays: z.array(z.object({ name: line, note: line, price: line })).max(listMost),
      map: z.object({
        latitude: z.number().min(-90).max(90),
        longitude: z.number().min(-180).max(180),
        label: line,
        place: line,
        sketch: picture,
        sketchText: line,
      }),
    }),
    contact: z.object({
      contacts: some(desk),
      securityContact: z.union([z.literal('').transform(() => undefined), email]).optional(),
    }),
    privacy: prose,
    terms: prose,
    college: z.object({
      product: line,
      college: line,
      place: line,
      address: line,
      department: line,
      timeZone: timeZone.default(homeTimeZone),
      collegeLogo: picture,
      departmentLogo: picture,
      paymentPartnerLogo: z.union([z.literal('').transform(() => undefined), picture]).optional(),
      paymentPartnerName: optional(lineMost),
      socialCard: picture,
    }),
  } satisfies Record<PageOfSite, z.ZodObject>
}

export const draftBodies = bodiesBy(whileWriting)
export const publicBodies = bodiesBy(forVisitors)

export type Bodies = { [Page in PageOfSite]: BodyOf<Page> }
export type BodyOf<Page extends PageOfSite = PageOfSite> = z.output<(typeof draftBodies)[Page]>

const collegeWords = Site.pick({
  product: true,
  college: true,
  place: true,
  address: true,
  department: true,
  timeZone: true,
  collegeLogo: true,
  departmentLogo: true,
  paymentPartnerLogo: true,
  paymentPartnerName: true,
  socialCard: true,
})

/** The pages that are kept in the one file of the college, and which part of it is whose. */
export const partsOfSite = {
  college: collegeWords,
  contact: Site.pick({ contacts: true, securityContact: true }),
  travel: Site.pick({ travelContacts: true, stays: true, map: true }),
} as const
