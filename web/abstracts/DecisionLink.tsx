import type { ReactNode } from 'react'
import { useContent } from '#web/layout/content.tsx'
import type { Abstract } from './slice.ts'

/** To what was decided about one abstract, once its author was told. */
export function DecisionLink({ row: { pk, HasDecision }, children }: { row: Abstract; children?: ReactNode }) {
  const { base = '' } = useContent()
  if (!HasDecision) return null
  return (
    <a className="button button-quiet" href={`${base}/decision?pk=${pk}`}>
      Decision{children}
    </a>
  )
}
