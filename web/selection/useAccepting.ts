import { useState } from 'react'
import { useDispatch } from 'react-redux'
import * as calls from '#contract/calls/selection.ts'
import { plainText } from '#contract/plain-text.ts'
import { invitationTexts } from '#contract/selection/invitation-texts.ts'
import { checkNewPassword, checkPassword, troubleOf } from '#web/accounts/api.ts'
import { isSignedIn, logout } from '#web/accounts/slice.ts'
import { usePasswordRule } from '#web/accounts/usePasswordAdvice.ts'
import { useStore, useWholeStore } from '#web/platform/store.ts'
import { useCall } from '#web/platform/useCall.ts'
import { showAlert } from '#web/platform/visit.ts'
import { useForm } from '#web/ui/useForm.ts'
import type { Accepting } from './Answered.tsx'
import { begin, begunWith } from './begun.ts'
import { wrongQuota } from './quota.ts'

const fields = ['username', 'password', 'quota', 'first', 'second', 'institution', 'department'] as const

export type Ends = {
  onAccepted: (accepted: Accepting) => void
  onOver: () => void
  /** Under this address, or the invited one. */
  onSignIn: (email?: string) => void
}

/** Sends the offer, and a name and password where there is no account yet. What a refusal says stands beside what was typed. */
export function useAccepting(link: string, { onAccepted, onOver, onSignIn }: Ends) {
  const call = useCall()
  const store = useWholeStore()
  const dispatch = useDispatch()
  const signedIn = useStore(isSignedIn)
  const ruleAgainst = usePasswordRule()
  const [ranks, setRanks] = useState(() => {
    const { first, second } = begunWith(link)
    return { first, second }
  })
  const rank = (changed: typeof ranks) => {
    begin(link, changed)
    setRanks(changed)
  }

  /** They are somebody here already: what they filled in waits until they have signed in. */
  const signInFirst = () => {
    const { userId } = store.getState().auth
    const wasSignedIn = isSignedIn(store.getState())
    dispatch(showAlert(wasSignedIn ? 'Please sign in again. What you filled in is kept.' : invitationTexts.signIn))
    if (wasSignedIn) dispatch(logout())
    onSignIn(wasSignedIn ? userId : undefined)
    return undefined
  }

  const form = useForm(fields, {
    check: ({ username, password, quota }) => ({
      ...(!signedIn && {
        username: plainText(username) === '' ? 'Please enter your name.' : undefined,
        password: checkPassword(password) ?? checkNewPassword(password),
      }),
      quota: wrongQuota(quota),
      first: ranks.first.length === 0 ? 'Choose your first field.' : undefined,
    }),
    send: async ({ username, password, quota, institution, department }) => {
      const broken = signedIn ? undefined : await ruleAgainst(password)
      if (broken) return { password: broken }
      const answer = await call(calls.InvitationAnswer, {
        link,
        answer: 'yes',
        offer: {
          quota: Number(quota),
          first: ranks.first.map(Number),
          second: ranks.second.map(Number),
          institution,
          department,
        },
        ...(!signedIn && { fullName: username, password }),
      })
      const reply = answer.kind === 'reply' ? answer.reply : undefined
      switch (reply?.status) {
        case 'Success':
          onAccepted({ email: reply.email ?? '', quota: Number(quota) })
          return undefined
        case invitationTexts.over:
          onOver()
          return undefined
        case invitationTexts.weak:
          return { password: reply.why ?? reply.status }
        case invitationTexts.account:
          if (!signedIn) return { form: reply.status }
          return signInFirst()
        case invitationTexts.signIn:
          return signInFirst()
      }
      return { form: reply?.status ?? troubleOf(answer, 'Please try again later.') }
    },
  })
  return { form, ranks, rank, signedIn }
}
