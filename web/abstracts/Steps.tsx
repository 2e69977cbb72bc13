import { Stepper } from '#web/ui/Stepper.tsx'

const steps = ['Your abstracts', 'Write', 'Review', 'Submitted']

export const Steps = ({ current }: { current: number }) => <Stepper steps={steps} current={current} />
