import { z } from 'zod'
import { openRead } from '#contract/heads.ts'
import { operation, whole } from '#contract/operation.ts'

/** The most rows of one answer, as at GeoNames. */
export const mostTowns = 1000

const Code = z
  .string()
  .regex(/^[A-Za-z]{2}$/, 'two letters, such as PK')
  .transform((code) => code.toUpperCase())

/** Every country there are towns of, by name. In the shape of GeoNames, of which a configured account may give more fields. */
export const countryInfoJSON = operation(
  'countryInfoJSON',
  openRead({ path: '/geo/countryInfoJSON', priority: 'uncounted', cached: 86_400 }),
  {
    input: z.object({ country: Code.optional() }),
    reply: z.object({
      geonames: z.array(
        z.object({
          countryCode: z.string(),
          countryName: z.string(),
          continent: z.string().optional(),
          capital: z.string().optional(),
        }),
      ),
    }),
  },
)

/**
 * Towns of one country, each name once, by name. A country with more than `maxRows` gives its largest;
 * `totalResultsCount` says how many there are, and `name_startsWith` or `q` find the others.
 */
export const searchJSON = operation(
  'searchJSON',
  openRead({ path: '/geo/searchJSON', priority: 'uncounted', cached: 86_400 }),
  {
    input: z.object({
      country: Code,
      featureClass: z.literal('P').default('P'),
      maxRows: whole(1, mostTowns).default(100),
      name_startsWith: z.string().trim().max(100).default(''),
      q: z.string().trim().max(100).default(''),
    }),
    reply: z.object({
      totalResultsCount: z.number(),
      geonames: z.array(
        z.object({
          name: z.string(),
          countryCode: z.string(),
          countryName: z.string(),
          fcl: z.literal('P'),
          adminName1: z.string().optional(),
        }),
      ),
    }),
  },
)
export type Towns = z.output<typeof searchJSON.reply>
export type Countries = z.output<typeof countryInfoJSON.reply>
