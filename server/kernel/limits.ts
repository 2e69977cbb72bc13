/** How often somebody may ask for what costs us something. One table for all domains: SECURITY.md is written from it, and a test meets each. */
import type { Limit } from '#server/platform/security/rate-limits.ts'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

export const limits = {
  /** Shared by all browsers that have not signed in to the account before. */
  loginOfAccount: { name: 'login of account', hits: 5, seconds: 15 * minute },
  /** Of one browser that has: see docs/decisions/0027. */
  loginOfBrowser: { name: 'login of browser', hits: 5, seconds: 15 * minute },
  /** The console has its own, so that guesses there do not keep a participant out of the site. */
  consoleOfAccount: { name: 'console sign-in of account', hits: 5, seconds: 15 * minute },
  consoleOfBrowser: { name: 'console sign-in of browser', hits: 5, seconds: 15 * minute },
  /** Of browsers that have not signed in to the console before. */
  consoleCallsOfAddress: { name: 'console sign-ins of address', hits: 300, seconds: 5 * minute },
  /** One failure, of a browser, an account or an address; after it a captcha comes along. */
  consoleWithoutCaptcha: { name: 'console sign-ins without captcha', hits: 1, seconds: 15 * minute },
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
  /** Codes of the second factor, which the card asks for beside the password. Counted as at the console's sign-in. */
  cardFactorOfAccount: { name: 'second factor on the card of account', hits: 5, seconds: 15 * minute },
  cardFactorOfAccountDaily: { name: 'second factor on the card of account, a day', hits: 60, seconds: day },
  cardFactorOfBrowser: { name: 'second factor on the card of browser', hits: 5, seconds: 15 * minute },
  cardFactorOfBrowserDaily: { name: 'second factor on the card of browser, a day', hits: 60, seconds: day },
  emailChangeOfAccount: { name: 'change of e-mail of account', hits: 5, seconds: day },
  /** Each reads every file of the person. */
  copyOfAccount: { name: 'copy of account', hits: 5, seconds: day },
  closureOfAccount: { name: 'closure of account', hits: 10, seconds: day },
  /** A full list is two megabytes, a file fifty. */
  readOfAccount: { name: 'abstract reads of account', hits: 120, seconds: minute },
  /** Inbox, texts and blind copies. */
  reviewReadsOfAccount: { name: 'review reads of account', hits: 120, seconds: minute },
  /** A review saves itself every three seconds while somebody types, in more than one window. */
  reviewSavesOfAccount: { name: 'review saves of account', hits: 60, seconds: minute },
  /** Declined, taken back, and offered otherwise: each moves work between people. */
  reviewChangesOfAccount: { name: 'declined reviews of account', hits: 60, seconds: hour },
  /** Saved at each choice; whoever goes through them by arrow keys saves two for a title. */
  bidsOfAccount: { name: 'wishes of account', hits: 240, seconds: minute },
  remarksOfAccount: { name: 'remarks of account', hits: 100, seconds: day },
  /** Each reads a whole list, up to two at a time on a server. */
  exportsOfStaff: { name: 'exports of staff', hits: 30, seconds: hour },
  /** Somebody who reads out one name after the other. */
  searchesOfStaff: { name: 'searches of staff', hits: 120, seconds: minute },
  /** Whoever may only search opens those who stand before them, and nobody's number is guessed through. */
  peopleOpenedByStaff: { name: 'people opened by staff who search', hits: 600, seconds: hour },
  downloadsOfStaff: { name: 'downloads of exports of staff', hits: 120, seconds: hour },
  /** Each may write to twenty thousand people. */
  mailingsOfStaff: { name: 'mailings of staff', hits: 20, seconds: day },
  /** Each writes a row for everybody who is chosen. */
  mailingChecksOfStaff: { name: 'checks of mailings of staff', hits: 60, seconds: hour },
  mailingSavesOfStaff: { name: 'saved letters of staff', hits: 300, seconds: hour },
  testLettersOfStaff: { name: 'test letters of staff', hits: 30, seconds: hour },
  /** Counts and previews: each asks about everybody who is chosen. */
  segmentsOfStaff: { name: 'segments of staff', hits: 3000, seconds: hour },
  lettersAgainOfStaff: { name: 'letters tried again of staff', hits: 60, seconds: hour },
  /** Codes after the password. Six digits, three of them right at a time. A new password begins a new count. */
  proofOfStaff: { name: 'second factor of staff', hits: 5, seconds: 15 * minute },
  proofOfStaffDaily: { name: 'second factor of staff, a day', hits: 60, seconds: day },
  /** Of a browser that has shown the second factor of the account before. */
  proofOfBrowser: { name: 'second factor of browser', hits: 5, seconds: 15 * minute },
  proofOfBrowserDaily: { name: 'second factor of browser, a day', hits: 60, seconds: day },
  /** Of all unknown browsers at the console and on the card together, through every new password of the day. */
  codesOfStaffDaily: { name: 'codes of unknown browsers of staff, a day', hits: 180, seconds: day },
  /** Of a session that has shown the second factor: one that guesses keeps out no other. */
  stepUpOfSession: { name: 'step-up of session', hits: 5, seconds: 15 * minute },
  /** First codes of a new app, and PINs to the address before the first factor. */
  stepUpOfStaff: { name: 'step-up of staff', hits: 5, seconds: 15 * minute },
  challengesOfStaff: { name: 'challenges of staff', hits: 60, seconds: 10 * minute },
  /** Each writes a letter. */
  factorChangesOfStaff: { name: 'changes of the second factor of staff', hits: 20, seconds: hour },
  /** Each writes a letter to somebody who did not ask for it. */
  invitationsOfStaff: { name: 'invitations of staff', hits: 60, seconds: hour },
  invitationsOfEmail: { name: 'invitations of e-mail', hits: 5, seconds: hour },
  reviewersInvitedByStaff: { name: 'reviewers invited by staff', hits: 1000, seconds: hour },
  reviewInvitationsOfEmail: { name: 'review invitations of e-mail', hits: 5, seconds: hour },
  /** One that is given and one that ends each write an email. */
  extensionsOfStaff: { name: 'deadline extensions of staff', hits: 1000, seconds: hour },
  extensionsOfEmail: { name: 'deadline extensions of e-mail', hits: 10, seconds: hour },
  /** Each writes to everybody with a seat. */
  changesTold: { name: 'emails about a workshop', hits: 10, seconds: day },
  /** Each is an entry in the audit log, which one open browser must not fill. */
  refusalsOfStaff: { name: 'refused acts of staff', hits: 60, seconds: hour },
  pinOfEmailDaily: { name: 'PIN of e-mail, a day', hits: 10, seconds: day },
} as const satisfies Record<string, Limit>
