/** A backup that cannot be made or restored, and why: the sentence is for whoever gave the command. Nothing was changed. */
export class BackupRefused extends Error {}

/** Not a fault: another is being made, or proved, for longer than this one could wait. */
export class BackupBusy extends BackupRefused {}

export const damaged = 'This backup is damaged: what it holds is not what was written.'
export const cutOff = 'This backup does not reach its end: it was cut off, or its end is damaged.'

/** For the row, the doctor and the person who gave the command. */
export function sentenceOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'There is no room left where backups are kept.'
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return 'The account that the portal runs as may not write where backups are kept.'
  return message
}
