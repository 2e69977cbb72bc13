import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { KeyIcon } from './KeyIcon.tsx'

type PasskeyButtonProps = {
  /** Asks the server, the device, and the server again. */
  onUse: () => Promise<unknown>
  tone?: 'primary' | 'secondary'
  children: ReactNode
}

/** What went wrong stands under the button: it may be pressed again. */
export function PasskeyButton({ onUse, tone = 'primary', children }: PasskeyButtonProps) {
  const using = useMutation({ mutationFn: onUse })
  return (
    <>
      <button
        className={`button button-${tone} button-block`}
        type="button"
        aria-busy={using.isPending || undefined}
        onClick={() => {
          if (!using.isPending) using.mutate()
        }}
      >
        <KeyIcon /> {children}
      </button>
      {using.isError && (
        <p className="field-error" role="alert">
          {using.error.message}
        </p>
      )}
    </>
  )
}

/** A browser without passkeys is not offered one. */
export const hasPasskeys = (): boolean => 'PublicKeyCredential' in globalThis
