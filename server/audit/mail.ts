/** Emails to owners about the audit log. */
import { grouped } from '#contract/money.ts'
import { type Worded, written } from '#server/kernel/outbox/worded.ts'
import { momentInWords } from '#server/platform/mail/letter.ts'

type Seal = { number: number; digest: Buffer; sealedAt: Date; actsInAll: number }
type SealLetter = { seal: Seal; broken: readonly string[]; publicUrl: string }

export function sealLetter({ seal, broken, publicUrl }: SealLetter): Worded {
  const { number, digest, sealedAt, actsInAll } = seal
  const found =
    broken.length === 0
      ? [
          'The audit log is as it was written. Nothing that has been sealed was changed or removed since the last email.',
        ]
      : [
          'The audit log is not as it was sealed. Something was changed by hand. Ask your system administrator, and keep this email:',
          ...broken,
        ]
  return written('audit_seal', {
    result: broken.length === 0 ? `Seal ${number} of the audit log` : 'The audit log was changed',
    'what was found': found,
    seal: String(number),
    made: momentInWords(sealedAt),
    acts: grouped(actsInAll),
    digest: digest.toString('hex'),
    link: { link: `${publicUrl}/console/audit`, label: 'Open the audit log' },
  })
}
