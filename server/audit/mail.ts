/** What we write to owners about the audit trail. */
import { grouped } from '#contract/money.ts'
import { letter, momentInWords, type Written } from '#server/platform/mail/letter.ts'

type Seal = { number: number; digest: Buffer; sealedAt: Date; actsInAll: number }
type SealLetter = { seal: Seal; broken: readonly string[]; publicUrl: string }

export function sealLetter({ seal, broken, publicUrl }: SealLetter): Written {
  const { number, digest, sealedAt, actsInAll } = seal
  const found =
    broken.length === 0
      ? ['Nothing was changed or removed in what was sealed since the last letter.']
      : ['Something was changed by hand. Ask whoever runs the machine, and keep this letter:', ...broken]
  return letter({
    subject: broken.length === 0 ? `Seal ${number} of the audit trail` : 'The audit trail was changed',
    greeting:
      broken.length === 0 ? 'The audit trail is as it was written.' : 'The audit trail is not as it was sealed.',
    paragraphs: [
      ...found,
      `Seal ${number}, made ${momentInWords(sealedAt)} over ${grouped(actsInAll)} acts:`,
      digest.toString('hex'),
      'Keep this letter. Whoever changes the trail later cannot change it here: npm run doctor compares this number with what the database has.',
      { link: `${publicUrl}/console/audit`, label: 'Open the audit trail' },
    ],
  })
}
