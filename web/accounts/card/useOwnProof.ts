import { useRef, useState } from 'react'
import type { Assertion } from '#contract/accounts/factors.ts'
import * as calls from '#contract/calls/accounts.ts'
import { useCall } from '#web/platform/useCall.ts'
import { replyOf, wrongPassword } from './api.ts'

type Factor = 'passkey' | 'totp'
type Judged = { status?: string; factors?: Factor[] | undefined } | undefined

export type OwnProof = ReturnType<typeof useOwnProof>

/** The second factor beside the password, once the server has said that this account has one. */
export function useOwnProof() {
  const call = useCall()
  const [factors, setFactors] = useState<Factor[]>()
  const passkey = useRef<Assertion>(undefined)
  return {
    factors,
    /** What goes along with the password. A passkey is good once. */
    shown: (code: string) => {
      const signed = passkey.current
      passkey.current = undefined
      if (signed) return { passkey: signed }
      return code.trim() === '' ? {} : { factorCode: code.trim() }
    },
    /** What is wrong with what was shown. */
    problemOf: (reply: Judged): { own?: string; code?: string } | undefined => {
      if (reply?.status === wrongPassword) return { own: wrongPassword }
      if (reply?.status === 'Second factor needed') {
        setFactors(reply.factors)
        return { code: 'Your account has a second factor. Please confirm with it too.' }
      }
      return reply?.status === 'Second factor not correct'
        ? { code: 'This was not accepted. Please try again.' }
        : undefined
    },
    /** Throws when the device, or the person, said no. */
    signWithPasskey: async () => {
      const answer = replyOf(await call(calls.PasskeySignInBegin, {}))
      if (!answer) throw new Error('That did not work. Please try again.')
      const { signWithPasskey } = await import('#web/platform/passkeys/passkey.ts')
      passkey.current = await signWithPasskey(answer.options)
    },
  }
}
