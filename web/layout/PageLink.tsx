import type { ComponentProps } from 'react'
import { type PagePath, pages } from '#contract/pages.ts'
import { useContent } from './content.tsx'

/** A link to a page of the site. Whoever reads the pages of an event stays there; what the college has once is at its plain address. */
export function PageLink({ to, children, ...rest }: { to: PagePath } & Omit<ComponentProps<'a'>, 'href'>) {
  const { base = '' } = useContent()
  return (
    <a {...rest} href={('ofEvent' in pages[to] ? base : '') + to}>
      {children}
    </a>
  )
}
