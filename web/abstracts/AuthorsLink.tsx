import type { ReactNode } from 'react'
import { useContent } from '#web/layout/content.tsx'
import { Icon } from '#web/ui/Icon.tsx'

/** To the authors of one abstract, which have a page of their own. */
export function AuthorsLink({ pk, children }: { pk: number; children?: ReactNode }) {
  const { base = '' } = useContent()
  return (
    <a className="button button-quiet" href={`${base}/authors?pk=${pk}`}>
      <Icon name="people" /> Authors{children}
    </a>
  )
}
