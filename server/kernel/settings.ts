/** The settings of this portal: those of the platform, and what the domains add. `.env.example` is written from both. */
import { z } from 'zod'
import * as platform from '#server/platform/process/config.ts'
import * as environment from '#server/platform/process/environment.ts'

const own = z.object({
  DEMONSTRATION: z
    .enum(['living', 'small'], 'must be living or small')
    .default('living')
    .describe(
      'what a first start outside production begins with: living is a conference in full swing, small its event and three people',
    ),
  HOLD_MINUTES: platform
    .wholeNumber(1, 1440)
    .default(40)
    .describe('how long seats are held for somebody who has not paid yet'),
  ABSTRACT_GRACE_MINUTES: platform
    .wholeNumber(0, 1440)
    .default(30)
    .describe('how long after the end of the last date an abstract is still taken; nobody is told'),
  ABSTRACTS_PER_PERSON: platform
    .wholeNumber(1, 1000)
    .default(20)
    .describe('how many abstracts a person may have in an event'),
  FILES_PER_PERSON_MB: platform
    .wholeNumber(50, 1_000_000)
    .default(500)
    .describe('how much of all that a person saved for an event is kept: files, texts and earlier versions together'),
  LETTERS_PER_MINUTE: platform
    .wholeNumber(1, 60_000)
    .default(300)
    .describe('how many letters of a mailing go out in a minute at most; PINs and receipts are not counted'),
  OFFICE: z
    .string()
    .trim()
    .optional()
    .describe(
      'the program of LibreOffice, such as /usr/bin/soffice: reviewers get doc, rtf and docx as PDF; without it doc and rtf are withheld from them',
    ),
  BACKUP_TO: z
    .string()
    .trim()
    .optional()
    .describe('a folder on another disk: a backup is made there every night, and every hour of the embedded database'),
  BACKUP_RECIPIENTS: platform
    .list()
    .refine(
      (keys) => keys.every((key) => /^age1[0-9a-z]{50,}$/.test(key)),
      'must be public keys of age, such as age1...',
    )
    .describe('public keys of age that backups are encrypted for, with commas between them'),
})

export type Config = platform.Config & z.output<typeof own>

export const readConfig = (env: platform.Environment): Config => platform.readConfig(env, own)
/** `instead` stands over what the environment says. */
export const readSettings = (instead: platform.Environment = {}): Config => environment.readSettings(own, instead)
export const envExample = (): string => platform.envExample(own)
