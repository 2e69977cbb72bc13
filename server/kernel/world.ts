import { sql, type Transaction as KyselyTransaction } from 'kysely'
import type { CaptchaPurpose } from '#contract/accounts/accounts.ts'
import type { Tables } from '#server/database/tables.ts'
import type { CostlyWork } from '#server/platform/costly-work/costly-work.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Files } from '#server/platform/files/files.ts'
import type { Office } from '#server/platform/files/office.ts'
import type { Scanner } from '#server/platform/files/scanner.ts'
import type { Gateway } from '#server/platform/gateways/gateway.ts'
import type { Geonames } from '#server/platform/gateways/geonames.ts'
import type { Inside } from '#server/platform/http/admission.ts'
import type { PostOffice } from '#server/platform/mail/smtp.ts'
import type { Config } from '#server/platform/process/config.ts'
import type { Logger } from '#server/platform/process/log.ts'
import type { Captcha } from '#server/platform/security/captcha.ts'

/** Everything outside our own code that a service may touch. */
export type World = {
  db: Database<Tables>
  now: () => Date
  log: Logger
  /** Long work waits for them. */
  inside: Inside
  captcha: Captcha
  consoleCaptcha: Captcha
  postOffice: PostOffice
  files: Files
  /** Looks into what people send, in a process that can be killed. */
  costlyWork: CostlyWork
  /** Answers for places when an account is configured. */
  geonames: Geonames | undefined
  /** The bank. It is never asked while a transaction is open. */
  gateway: Gateway
  /** How long seats are held for somebody who has not paid yet. */
  holdMinutes: number
  /** How long after the end of its last date an abstract is still taken. Not announced. */
  graceMinutes: number
  /** How many abstracts a person may have in an event, and how many bytes may lie here for them. */
  abstractsPerPerson: number
  bytesPerPerson: number
  /** How many letters to many go out in a minute at most. */
  lettersPerMinute: number
  /** Looks for viruses in what was uploaded, when one is configured. */
  scanner: Scanner | undefined
  /** Turns documents into PDF, when a program for it is named. */
  office: Office | undefined
  /** Stands before every PIN that is kept. */
  pinKey: Buffer
  /** Seals the secrets of apps for codes, and stands before recovery codes. */
  factorKey: Buffer
  /** How people reach the site: links in mail are made from it, never from what a request claims. */
  publicUrl: string
  /** Whether a new password must be a good one; the calls of the specification never ask. */
  passwordRule: Config['PASSWORD_RULE']
  /** Who of the staff must have a second factor, and whether the password is proof enough for whoever has none. */
  secondFactor: { forcedFor: NonNullable<Config['STAFF_SECOND_FACTOR']>; passwordStepsUp: boolean }
  /** Whether reviewers read as a role that may read nothing but the schema `blind`; without it one wall of two stands. */
  hasBlindRole: boolean
  /** Handed in by payments, which comes after booking in the order of domains: ends what was recorded at the desk for orders that are over. */
  endDeskPayments: (world: Transaction, orderIds: readonly number[]) => Promise<void>
  /** What a call has counted and proven so far. When the server cannot serve it, that is given back. */
  counted?: string[]
  proven?: { proof: string; purpose: CaptchaPurpose }[]
  /** The act that this belongs to: each transaction tells the database, which notes what it changes. See server/audit. */
  act?: number
}

/** The world inside a transaction. What must run in one asks for this, and does not compile outside. */
export type Transaction<W extends Pick<World, 'db'> = World> = Omit<W, 'db'> & { db: KyselyTransaction<Tables> }

/** A transaction inside an act: the database writes down under it what the transaction changes. Changes that only staff make ask for this. */
export type Acting<W extends Pick<World, 'db'> = World> = Transaction<W> & { act: number }

/** Inside an act of several transactions, while none is open. Each that `inTransaction` opens is an `Acting`. */
export type Steps<W extends Pick<World, 'db'> = World> = W & { act: number }

/** Inside `work` the name `world` means the transaction; the outer one cannot be reached by mistake. Inside a transaction it is that one. */
export function inTransaction<W extends Pick<World, 'db' | 'act'>, T>(
  world: W,
  work: (world: Transaction<W>) => Promise<T>,
): Promise<T> {
  if (world.db.isTransaction) return work(world as unknown as Transaction<W>)
  return world.db.transaction().execute(async (db) => {
    if (world.act !== undefined) await sql`select set_config('colloquium.act', ${String(world.act)}, true)`.execute(db)
    return work({ ...world, db })
  })
}

declare const locked: unique symbol
/** A row that nobody else changes until the transaction ends. What changes it asks for this, and does not compile with one that was only read. */
export type Locked<Row> = Row & { readonly [locked]: true }

/** For what has just locked the row, or just made it: nobody else has seen it. */
export const asLocked = <Row>(row: Row): Locked<Row> => row as Locked<Row>
