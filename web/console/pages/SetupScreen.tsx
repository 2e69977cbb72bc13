/** The first set-up of a portal, step by step. Each is saved on its own and may be left for later; what is done is computed from what the portal has. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { type SetupStep, setupSteps } from '#contract/pages/setup-steps.ts'
import { Link } from '#web/console/layout/Link.tsx'
import { useTitle } from '#web/console/layout/site.tsx'
import { ask } from '#web/console/queries.ts'
import { AskFailed } from '#web/console/ui/AskFailed.tsx'
import { Meter } from '#web/ui/Meter.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { type Setup, stepsLeft, stepTitles } from './setup-words.ts'
import { BankStep, MailStep, PageStep, ProgrammesStep, TextsStep } from './SetupSteps.tsx'

export default function SetupScreen() {
  useTitle('Set-up')
  const { data, error, refetch } = useQuery(ask('SetupShow', {}))
  return (
    <div className="console-page">
      <div className="console-head">
        <h1>Set-up</h1>
        {data && <span className="soft">{doneText(data)}</span>}
      </div>
      {error && <AskFailed error={error} again={refetch} />}
      {!data && !error && <div className="skeleton" aria-busy="true" />}
      {data && <Steps setup={data} />}
    </div>
  )
}

const doneText = (setup: Setup): string =>
  `${setup.steps.length - stepsLeft(setup).length} of ${setup.steps.length} steps done`

function Steps({ setup }: { setup: Setup }) {
  const [address] = useSearchParams()
  const asked = setupSteps.find((step) => step === address.get('step'))
  // Not the first that is left now: the screen would go on by itself the moment a step is done.
  const [first] = useState(() => stepsLeft(setup)[0] ?? 'college')
  const step = asked ?? first
  const next = setupSteps[setupSteps.indexOf(step) + 1]
  const isDone = setup.steps.some((each) => each.step === step && each.isDone)
  return (
    <>
      {stepsLeft(setup).length === 0 && (
        <Notice tone="good">
          <p>
            <strong>The set-up is complete.</strong> You can change everything later under{' '}
            <Link to="/console/pages">Pages</Link>. Next: <Link to="/console/events">begin an event</Link>.
          </p>
        </Notice>
      )}
      <div className="split">
        <section className="card stack gap-l" aria-labelledby="h-step">
          <div className="card-header">
            <h2 id="h-step">{stepTitles[step]}</h2>
            <span className="status-chip" data-status={isDone ? 'accepted' : 'pending'}>
              {isDone ? 'Done' : 'To do'}
            </span>
          </div>
          <Step key={step} step={step} setup={setup} />
          <p>
            {next ? (
              <Link className="button button-secondary" to={`/console/setup?step=${next}`}>
                {isDone ? 'Next' : 'Skip for now'}: {stepTitles[next]}
              </Link>
            ) : (
              <Link className="button button-secondary" to="/console">
                Back to the overview
              </Link>
            )}
          </p>
        </section>
        <StepList setup={setup} shown={step} />
      </div>
    </>
  )
}

function StepList({ setup, shown }: { setup: Setup; shown: SetupStep }) {
  const left = stepsLeft(setup).length
  return (
    <nav className="card stack first-narrow" aria-label="Steps">
      <Meter label="Set-up" value={setup.steps.length - left} of={setup.steps.length} />
      <ol className="checklist">
        {setup.steps.map(({ step, isDone }) => (
          <li key={step} data-done={isDone ? '' : undefined}>
            <Link to={`/console/setup?step=${step}`} aria-current={step === shown ? 'step' : undefined}>
              {stepTitles[step]}
              <span className="visually-hidden">{isDone ? ', done' : ', to do'}</span>
            </Link>
          </li>
        ))}
      </ol>
      <p className="small soft">Every step is saved on its own. You can leave and come back from the overview.</p>
    </nav>
  )
}

function Step({ step, setup }: { step: SetupStep; setup: Setup }) {
  if (step === 'texts') return <TextsStep setup={setup} />
  if (step === 'programmes') return <ProgrammesStep setup={setup} />
  if (step === 'mail') return <MailStep setup={setup} />
  if (step === 'bank') return <BankStep setup={setup} />
  return <PageStep setup={setup} page={step} />
}
