import { useEffect, useRef } from 'react'
import { CaptchaField } from '#web/ui/Field.tsx'
import type { Captcha as State } from './useCaptchaFrom.ts'

const words = { open: 'No puzzle needed', checking: 'Checking…', verified: 'Verified' }

/** "I am a person": ticking it starts the check. */
export function Captcha({ captcha, error }: { captcha: State; error: string | undefined }) {
  const { progress, trouble, frame, start, reset } = captcha
  const box = useRef<HTMLInputElement>(null)
  const isNew = useRef(true)

  useEffect(() => {
    if (!box.current) return
    // Somebody may tick it before the script has come.
    if (isNew.current && box.current.checked) start()
    else box.current.checked = progress !== 'open'
    isNew.current = false
  }, [progress, start])

  return (
    <CaptchaField
      ref={box}
      name="captcha"
      state={words[progress]}
      error={error ?? trouble}
      onChange={({ target }) => (target.checked ? start() : reset())}
    >
      <div ref={frame} />
    </CaptchaField>
  )
}
