import { tabNote } from '#web/platform/tab.ts'

/** Said once in each session: the boot script knows nothing of it. */
const note = tabNote('colloquium:led-to-form')

/** Whether this person was led to the profile form since they signed in, even if they have been at the bank meanwhile. */
export const wasLedToForm = (applicantId: string): boolean => note.read() === applicantId
export const rememberLedToForm = (applicantId: string): void => note.write(applicantId)
export const forgetLedToForm = (): void => note.forget()
