import { tabNote } from '#web/platform/tab.ts'

/** Which abstract this tab is writing, 0 for a new one, and the name of what is kept of it. Another tab begins at its list. */
type Writing = { pk: number; draft: string }
const note = tabNote('colloquium:writing')

export function writingBefore(applicantId: string): Writing | undefined {
  const [whose, pk, draft] = note.read()?.split(' ') ?? []
  return whose === applicantId && draft ? { pk: Number(pk), draft } : undefined
}
export const rememberWriting = (applicantId: string, { pk, draft }: Writing): void =>
  note.write(`${applicantId} ${pk} ${draft}`)
/** The same tab goes on with it under another id of the same person. */
export function moveWriting(from: string, to: string): void {
  const writing = writingBefore(from)
  if (writing) rememberWriting(to, writing)
}
export const forgetWriting = (): void => note.forget()
