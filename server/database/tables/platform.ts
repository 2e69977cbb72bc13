// Written by `npm run tables` from server/database/migrations. Do not edit by hand.
import type { Generated } from 'kysely'

export type PlatformTables = {
  attempt: { key: string; hits: number; resetsAt: Date }
  captchaUsed: { nonce: string; expiresAt: Date }
  checkResult: { name: string; checkedAt: Date; problems: string[] }
  portal: { one: Generated<boolean>; id: string; backupKey: Buffer; madeAt: Date }
  sandboxPayment: {
    transactionId: string
    reference: string
    amount: number
    currency: string
    lines: unknown
    returnUrl: string
    createdAt: Date
    outcome: string | null
    chosenAt: Date | null
    capturedAmount: number | null
    capturedAt: Date | null
    reversedAt: Date | null
    refundedAt: Date | null
    refundedAmount: number | null
  }
  secret: { name: string; sealed: Buffer; madeAt: Date }
  secretSeen: { instance: string; name: string; fingerprint: Buffer; seenAt: Date }
  storedFile: { key: string; writtenAt: Date }
}
