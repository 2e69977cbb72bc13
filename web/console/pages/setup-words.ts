/** The steps of the set-up in words. */
import type { SetupStep } from '#contract/pages/setup-steps.ts'
import type { Reply } from '#web/console/call.ts'

export type Setup = Reply<'SetupShow'>

export const stepTitles: Record<SetupStep, string> = {
  college: 'College',
  contact: 'Contacts',
  travel: 'Travel',
  texts: 'Texts',
  programmes: 'Programmes',
  mail: 'Email',
  bank: 'Bank',
}

export const stepsLeft = ({ steps }: Setup): SetupStep[] => steps.flatMap(({ step, isDone }) => (isDone ? [] : [step]))
