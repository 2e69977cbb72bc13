/** The captcha without the store of the site: the console has it too. */
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import type { CaptchaChallenge } from '#contract/accounts/accounts.ts'
import type { ReplyOf } from '#contract/operation.ts'

type Progress = 'open' | 'checking' | 'verified'

export type Captcha = {
  progress: Progress
  /** Why the check could not be made. */
  trouble: string | undefined
  /** Where an outside provider puts its box. */
  frame: RefObject<HTMLDivElement | null>
  start: () => void
  reset: () => void
  /** The proof, awaited if the check still runs. */
  proof: () => Promise<string | undefined>
}

/** The server takes a proof for five minutes; ours is thrown away a little earlier. */
const goodFor = 280_000

type Challenge = ReplyOf<typeof CaptchaChallenge>

/** Whether a person is there. A proof is good once: after sending it, `reset`. `ask` must be the same function each time. */
export function useCaptchaFrom(ask: () => Promise<Challenge>): Captcha {
  const [progress, setProgress] = useState<Progress>('open')
  const [trouble, setTrouble] = useState<string>()
  const frame = useRef<HTMLDivElement>(null)
  const check = useRef<{ giveUp: AbortController; proof: Promise<string | undefined> }>(undefined)
  const expiry = useRef<ReturnType<typeof setTimeout>>(undefined)

  const reset = useCallback(() => {
    check.current?.giveUp.abort()
    check.current = undefined
    clearTimeout(expiry.current)
    frame.current?.replaceChildren()
    setProgress('open')
  }, [])

  const start = useCallback(() => {
    reset()
    setProgress('checking')
    setTrouble(undefined)
    const giveUp = new AbortController()
    const proof = prove(ask, { giveUp, frame })
      .then((found) => {
        if (giveUp.signal.aborted) return undefined
        setProgress('verified')
        expiry.current = setTimeout(reset, goodFor)
        return found
      })
      .catch(() => {
        if (giveUp.signal.aborted) return undefined
        reset()
        setTrouble('An error occurred. Please try again later.')
        return undefined
      })
    check.current = { giveUp, proof }
  }, [ask, reset])

  useEffect(() => reset, [reset])

  return { progress, trouble, frame, start, reset, proof: async () => check.current?.proof }
}

type Task = { giveUp: AbortController; frame: Captcha['frame'] }

async function prove(ask: () => Promise<Challenge>, { giveUp, frame }: Task): Promise<string> {
  const { provider, siteKey = '', challenge } = await ask()
  if (provider === 'none') return ''
  if (provider === 'altcha') {
    const { solve } = await import('./captcha/puzzle.ts')
    const proof = await solve(challenge as Parameters<typeof solve>[0], giveUp)
    if (proof === undefined) throw new Error('the work was not finished')
    return proof
  }
  const { askProvider } = await import('./captcha/widget.ts')
  if (!frame.current) throw new Error('there is no place for the box')
  return askProvider({ provider, siteKey, frame: frame.current })
}
