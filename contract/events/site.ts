/** What the public pages are drawn from. The server fills it from the database; the pages only read it. */
import { z } from 'zod'
import { homeTimeZone } from '#contract/days.ts'
import { Day } from './events.ts'

const Contact = z.object({ desk: z.string(), about: z.string(), email: z.email(), phone: z.string().optional() })

/** A page of prose: a lead, then headed sections of paragraphs and bullet points. */
export const Prose = z.object({
  lead: z.string(),
  sections: z.array(
    z.object({
      heading: z.string(),
      paragraphs: z.array(z.string()).default([]),
      points: z.array(z.string()).default([]),
    }),
  ),
})
export type Prose = z.output<typeof Prose>

export const proseNames = ['abstract', 'faq', 'home', 'privacy', 'terms', 'travel'] as const

/** Version 0.1 came with a placeholder under this name: a college that kept it named no partner. */
const noPartner = '/art/payment-partner.svg'

/** The college's own words. Another college changes them in the console, or in a file `content/site.json` of its own before its first start, and no code. */
export const Site = z.object({
  product: z.string(),
  college: z.string(),
  place: z.string(),
  address: z.string(),
  department: z.string(),
  collegeLogo: z.string(),
  departmentLogo: z.string(),
  /** Of the college's bank, in place of the mark of the gateway in use; 190 by 48. */
  paymentPartnerLogo: z
    .string()
    .optional()
    .transform((logo) => (logo === noPartner ? undefined : logo)),
  /** What the logo says, for whoever cannot see it. */
  paymentPartnerName: z.string().default('our payment partner'),
  /** What clocks at the college show; an event may be held elsewhere. */
  timeZone: z.string().refine(isTimeZone, 'this is not a time zone such as Asia/Karachi').default(homeTimeZone),
  /** Shown when somebody shares a page: a PNG of 1200 by 630. */
  socialCard: z.string(),
  contacts: z.array(Contact).min(1),
  /** Who hears of a hole in the portal, in `/.well-known/security.txt`; without it the last of the contacts. */
  securityContact: z.email().optional(),
  travelContacts: z.array(Contact).min(1),
  stays: z.array(z.object({ name: z.string(), note: z.string(), price: z.string() })),
  map: z.object({
    latitude: z.number(),
    longitude: z.number(),
    label: z.string(),
    place: z.string(),
    sketch: z.string(),
    sketchText: z.string(),
  }),
})
export type Site = z.output<typeof Site>

export function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

export const Programme = z.object({
  id: z.number(),
  name: z.string(),
  courseCoordinator: z.string(),
  registrationFee: z.string(),
  endDate: Day,
  image: z.string(),
  description: z.string(),
})
export type Programme = z.output<typeof Programme>

export const CurrentEvent = z.object({
  id: z.number(),
  name: z.string(),
  theme: z.string(),
  lead: z.string(),
  venue: z.string(),
  flyer: z.string(),
  timeZone: z.string(),
  opensOn: Day,
  abstractsCloseOn: Day,
  decisionsOn: Day,
  registrationClosesOn: Day,
  workshopsFrom: Day,
  startsOn: Day,
  endsOn: Day,
  /** How many reviewers read an abstract, where the call departs from three. */
  reviewers: z.number().optional(),
  /** It was published without disciplines: its pages do not speak of abstracts. */
  noAbstracts: z.literal(true).optional(),
})
export type CurrentEvent = z.output<typeof CurrentEvent>

/** An event that visitors may find, and where its pages begin. */
export const PublishedEvent = z.object({
  id: z.number(),
  name: z.string(),
  theme: z.string(),
  venue: z.string(),
  flyer: z.string(),
  startsOn: Day,
  endsOn: Day,
  address: z.string(),
})
export type PublishedEvent = z.output<typeof PublishedEvent>

export const PublicWorkshop = z.object({
  id: z.number(),
  topic: z.string(),
  startsAt: z.iso.datetime(),
  durationMinutes: z.number(),
  /** Whole paisa. */
  price: z.number(),
  facilitators: z.string(),
  venue: z.string(),
  seats: z.number(),
})
export type PublicWorkshop = z.output<typeof PublicWorkshop>

/** Everything a public page may show: the same for every visitor, so that a page can be kept as ready-made bytes. */
export const SiteContent = z.object({
  site: Site,
  prose: z.record(z.enum(proseNames), Prose),
  /** For the addresses of earlier versions: which there were, and which of them is shown. */
  earlier: z
    .object({
      shown: z.number().nullable(),
      versions: z.array(z.object({ number: z.number(), from: Day, until: Day.nullable() })),
    })
    .optional(),
  /** Whose mark stands in the footer. */
  paymentPartner: z.object({ name: z.string(), logo: z.string() }),
  publicUrl: z.string(),
  /** What the addresses of the event's pages begin with, `/e/` and its name; left out at the plain addresses. */
  base: z.string().optional(),
  /** They are of an event that is not the current one: their plain addresses show another. */
  isOther: z.literal(true).optional(),
  today: Day,
  event: CurrentEvent.nullable(),
  /** Every published event, the first to begin first. */
  events: z.array(PublishedEvent),
  specialities: z.array(z.string()),
  programmes: z.array(Programme),
  workshops: z.array(PublicWorkshop),
})
export type SiteContent = z.output<typeof SiteContent>
