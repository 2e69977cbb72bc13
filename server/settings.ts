/** The settings of this portal: those of the platform, and what the domains add. `.env.example` is written from both. */
import { z } from 'zod'
import * as platform from './platform/process/config.ts'
import * as environment from './platform/process/environment.ts'

const own = z.object({
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
})

export type Config = platform.Config & z.output<typeof own>

export const readConfig = (env: platform.Environment): Config => platform.readConfig(env, own)
export const readSettings = (): Config => environment.readSettings(own)
export const envExample = (): string => platform.envExample(own)
