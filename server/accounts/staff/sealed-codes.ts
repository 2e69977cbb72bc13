import type { World } from '#server/kernel/world.ts'
/** What is kept of codes: the secret of an app sealed, recovery codes as a hash, both with a key that is not in the database. */
import { seal, unseal } from '#server/platform/security/seal.ts'
import { hashPin, newCode } from '#server/platform/security/tokens.ts'

const aboutTotp = (accountId: number) => `totp ${accountId}`

export const sealSecret = ({ factorKey }: World, accountId: number, secret: Buffer): Buffer =>
  seal(factorKey, secret, aboutTotp(accountId))

/** Nothing where the key is another one than it was: no code is right then, and the log says why. */
export function secretOf({ factorKey, log }: World, accountId: number, sealed: Buffer): Buffer | undefined {
  try {
    return unseal(factorKey, sealed, aboutTotp(accountId))
  } catch (error) {
    log.error(
      { err: error, account: accountId },
      'the secret of an app cannot be opened: is it the same folder of secrets?',
    )
    return undefined
  }
}

export const recoveryHash = ({ factorKey }: World, accountId: number, code: string): Buffer =>
  hashPin(factorKey, ['recovery code', String(accountId), code])

/** Eight letters and digits: nobody guesses one in five tries. */
export const newRecoveryCodes = (): string[] => Array.from({ length: 10 }, () => newCode(8))

/** As people read and type it. */
export const readable = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`
