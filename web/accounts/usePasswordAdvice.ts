import { useCallback, useEffect, useRef, useState } from 'react'
import {
  brokenRule,
  partsOf,
  passwordAdvice,
  plainForms,
  type Owner,
  type PasswordRule,
} from '#contract/accounts/passwords.ts'
import * as calls from '#contract/calls/accounts.ts'
import { useCall, type Caller } from '#web/platform/useCall.ts'

type List = { rule: PasswordRule; common: string[] }

/** Each part of the list is asked for once. The password itself is told to nobody. */
const lists = new Map<string, List>()

async function listOf(call: Caller, part: string): Promise<List | undefined> {
  const known = lists.get(part)
  if (known) return known
  const answer = await call(calls.CommonPasswords, { part })
  if (answer.kind !== 'reply') return undefined
  lists.set(part, answer.reply)
  return answer.reply
}

/** Somebody who types on is not asked about each letter. */
const betweenKeys = 200

/** Nothing is known when the server cannot be asked: advice that fails must not be in the way. */
async function lookUp(call: Caller, password: string): Promise<{ isCommon: boolean; rule: PasswordRule }> {
  const looks = plainForms(password).map(async (form) => {
    const { part, rest } = partsOf(form)
    const list = await listOf(call, part)
    return { isCommon: list?.common.includes(rest) ?? false, rule: list?.rule ?? 'none' }
  })
  const found = await Promise.all(looks)
  return { isCommon: found.some(({ isCommon }) => isCommon), rule: found[0]?.rule ?? 'none' }
}

/** What is said beside the field while a password is chosen: at once, and better a moment later, when the list was looked at. */
export function usePasswordAdvice(): { advice: string; consider: (password: string, owner: Owner) => void } {
  const call = useCall()
  const [advice, setAdvice] = useState(passwordAdvice(''))
  const newest = useRef('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const consider = useCallback(
    (password: string, owner: Owner) => {
      newest.current = password
      setAdvice(passwordAdvice(password, { owner }))
      const lookNow = async () => {
        const found = await lookUp(call, password)
        // The person may have typed on.
        if (newest.current === password) setAdvice(passwordAdvice(password, { owner, ...found }))
      }
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void lookNow(), betweenKeys)
    },
    [call],
  )
  return { advice, consider }
}

/** Why the college's rule refuses a password, if it has one: said before anything is sent. */
export function usePasswordRule(): (password: string) => Promise<string | undefined> {
  const call = useCall()
  return useCallback(
    async (password) => {
      const { isCommon, rule } = await lookUp(call, password)
      return brokenRule(rule, password, isCommon)
    },
    [call],
  )
}
