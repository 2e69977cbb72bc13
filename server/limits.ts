/** How often somebody may ask for what costs us something. One table for all domains: SECURITY.md is written from it, and a test meets each. */
import type { Limit } from './platform/security/rate-limits.ts'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

export const limits = {
  /** Shared by all browsers that have not signed in to the account before. */
  loginOfAccount: { name: 'login of account', hits: 5, seconds: 15 * minute },
  /** Of one browser that has: see docs/decisions/0027. */
  loginOfBrowser: { name: 'login of browser', hits: 5, seconds: 15 * minute },
  /** High enough for a campus behind one address. */
  callsOfAddress: { name: 'account calls of address', hits: 300, seconds: 5 * minute },
  signUpOfEmail: { name: 'sign-up of e-mail', hits: 2, seconds: hour },
  signUpOfEmailDaily: { name: 'sign-up of e-mail, a day', hits: 5, seconds: day },
  /** A campus that signs up in one hour. */
  mailOfAddress: { name: 'mail of address', hits: 600, seconds: hour },
  /** The same count, for a network most of whose letters nobody answers. */
  mailOfSilentAddress: { name: 'mail of address', hits: 60, seconds: hour },
  /** PINs that were sent for a network and not typed in. More, and it is called silent. */
  unansweredOfAddress: { name: 'unanswered letters of address', hits: 300, seconds: day },
  pinOfEmail: { name: 'PIN of e-mail', hits: 1, seconds: minute },
  pinOfEmailHourly: { name: 'PIN of e-mail, an hour', hits: 5, seconds: hour },
  /** Each costs the processor up to a second. */
  pictureOfAccount: { name: 'picture of account', hits: 60, seconds: hour },
  seatsOfAccount: { name: 'seats of account', hits: 120, seconds: minute },
  /** Each may call the gateway. */
  paymentsOfAccount: { name: 'payments of account', hits: 120, seconds: 10 * minute },
  /** Pages that are looked at ask by themselves; the bank hears of one in ten seconds. */
  bankQuestionsOfAccount: { name: 'bank questions of account', hits: 120, seconds: 10 * minute },
  /** A save may bring a file of 50 MB. */
  saveOfAccount: { name: 'abstract of account', hits: 300, seconds: hour },
  pieceOfAccount: { name: 'piece of account', hits: 1000, seconds: hour },
  /** The password that the account card asks for again. */
  passwordOfAccount: { name: 'password asked again of account', hits: 10, seconds: 15 * minute },
  emailChangeOfAccount: { name: 'change of e-mail of account', hits: 5, seconds: day },
  /** Each reads every file of the person. */
  copyOfAccount: { name: 'copy of account', hits: 5, seconds: day },
  closureOfAccount: { name: 'closure of account', hits: 10, seconds: day },
  /** A full list is two megabytes, a file fifty. */
  readOfAccount: { name: 'abstract reads of account', hits: 120, seconds: minute },
  pinOfEmailDaily: { name: 'PIN of e-mail, a day', hits: 10, seconds: day },
} as const satisfies Record<string, Limit>
