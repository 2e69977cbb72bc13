import { tabNote } from '#web/platform/tab.ts'

/** Said once in each session and event: the boot script knows nothing of it. */
const note = tabNote('colloquium:led-to-form')
/** At each event the person is another applicant. */
const led = (): string[] => note.read()?.split(' ') ?? []

/** Whether this person was led to the profile form since they signed in, even if they have been at the bank or at another event meanwhile. */
export const wasLedToForm = (applicantId: string): boolean => led().includes(applicantId)
export const rememberLedToForm = (applicantId: string): void => note.write([...led(), applicantId].join(' '))
export const forgetLedToForm = (): void => note.forget()
