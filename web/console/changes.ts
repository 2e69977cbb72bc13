/** What the console changed: told to the answers that are kept, which are old now, and to the line that says it was done. */

type Change = { name: string; isDone: boolean }
type Listener = (change: Change) => void
const listeners = new Set<Listener>()

/** Gives back how to stop. */
export function onChange(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function tellChange(change: Change): void {
  for (const listener of listeners) listener(change)
}

/** What a person did not ask for, or sees the end of where they are: said aloud it would only be in the way. */
const silent = new Set([
  'PageDraftSave',
  'MailingSave',
  'MailingCheck',
  'AssetUpload',
  'ExportBegin',
  'ExportStop',
  'AssignmentPropose',
  'StaffSignIn',
  'StaffSignOut',
  'StaffWelcome',
  'StaffSecondFactor',
  'StaffStepUp',
  'InvitationAccept',
  'FactorPinSend',
  'PasskeyBegin',
  'PasskeySignInBegin',
  'PasskeySignIn',
  'TotpBegin',
  'StaffSetPassword',
  'RecoveryCodes',
  'BankAsk',
])

const verbs: readonly (readonly [RegExp, string])[] = [
  [/(Delete|Remove|Discard|Retire|Clear|Revoke)$/, 'Removed'],
  [/Unpublish$/, 'Unpublished'],
  [/(Publish)$/, 'Published'],
  [/TakeBack$/, 'Taken back'],
  [/(Send|Remind|Invite|Test|Retry)$/, 'Sent'],
  [/(Confirm|Approve)$/, 'Confirmed'],
  [/Reject$/, 'Rejected'],
  [/Cancel(Unpaid)?$/, 'Cancelled'],
  [/(Record|Write)$/, 'Recorded'],
  [/Copy$/, 'Copied'],
  [/(Save|Set|Change|Order|Move|MoveSeat|Describe|CorrectName|Note|Settle)$/, 'Saved'],
]

/** Undefined where nothing is to be said. */
export function wordsOfChange(name: string): string | undefined {
  if (silent.has(name)) return undefined
  return verbs.find(([verb]) => verb.test(name))?.[1] ?? 'Done'
}
