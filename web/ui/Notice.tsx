import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'

const icons = { info: 'info', good: 'check', wait: 'clock', bad: 'alert' } as const

export type Tone = keyof typeof icons

/** A message about the page. `live` is for one that appears while the person is there. */
export function Notice({ tone = 'info', live, children }: { tone?: Tone; live?: boolean; children: ReactNode }) {
  const role = tone === 'bad' ? 'alert' : 'status'
  return (
    <div className="notice" data-tone={tone === 'info' ? undefined : tone} role={live ? role : undefined}>
      <Icon name={icons[tone]} />
      <div>{children}</div>
    </div>
  )
}
