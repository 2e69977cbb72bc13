import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { call, type Reply } from '#web/console/call.ts'
import { useTitle } from '#web/console/layout/site.tsx'
import { ask, askMe } from '#web/console/queries.ts'
import { useConfirm } from '#web/console/ui/useConfirm.tsx'
import { When } from '#web/console/ui/When.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { KeyIcon } from './KeyIcon.tsx'
import { timeZoneOf, useMe } from './me.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { Sessions } from './Sessions.tsx'

const SetUp = lazy(() => import('./SetUp.tsx'))

/** Your own sign-in: what you confirm with, and where you are signed in. */
export default function YouScreen() {
  useTitle('Your sign-in')
  const me = useMe()
  const timeZone = timeZoneOf(me, undefined)
  return (
    <div className="console-page">
      <div className="console-head">
        <h1>Your sign-in</h1>
      </div>
      <div className="split">
        <Factors timeZone={timeZone} />
        <Sessions timeZone={timeZone} />
      </div>
    </div>
  )
}

type Factors = Reply<'FactorsList'>

function Factors({ timeZone }: { timeZone: string }) {
  const { data, error } = useQuery(ask('FactorsList', {}))
  const client = useQueryClient()
  const [isAdding, setAdding] = useState(false)
  const [codes, setCodes] = useState<readonly string[]>()
  const refresh = () =>
    Promise.all([client.invalidateQueries(ask('FactorsList', {})), client.invalidateQueries(askMe())])
  if (codes) return <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />
  if (isAdding)
    return (
      <div className="stack">
        <Suspense>
          <SetUp
            onDone={() => {
              setAdding(false)
              void refresh()
            }}
          />
        </Suspense>
        <button className="button button-quiet" type="button" onClick={() => setAdding(false)}>
          Not now
        </button>
      </div>
    )
  return (
    <section className="card stack" aria-labelledby="h-factors">
      <h2 id="h-factors">Your second factor</h2>
      {error && (
        <Notice tone="bad" live>
          <p>{error.message}</p>
        </Notice>
      )}
      {data && <FactorRows factors={data} timeZone={timeZone} onChange={refresh} onCodes={setCodes} />}
      <button className="button button-secondary" type="button" onClick={() => setAdding(true)}>
        <Icon name="plus" /> Add a passkey or an app
      </button>
      {data?.isForced && <p className="small soft">Your role asks for one: the last cannot be removed.</p>}
    </section>
  )
}

type RowsProps = {
  factors: Factors
  timeZone: string
  onChange: () => Promise<unknown>
  onCodes: (codes: readonly string[]) => void
}
type Removal = { factor: 'passkey' | 'totp'; passkeyId?: number; name: string }

function FactorRows({ factors, timeZone, onChange, onCodes }: RowsProps) {
  const { passkeys, totpSince, recoveryCodesLeft } = factors
  const { confirm, dialog } = useConfirm()
  const remove = useMutation({
    mutationFn: async ({ name, ...wish }: Removal) => {
      const isSure = await confirm({
        title: `Remove ${name}?`,
        consequence: 'Remove it and end all other sessions',
        text: <p>It no longer opens the console. You stay signed in here.</p>,
      })
      if (!isSure) return
      await call('FactorRemove', wish)
      await onChange()
    },
  })
  const renew = useMutation({
    mutationFn: async () => {
      const { recoveryCodes } = await call('RecoveryCodes', {})
      await onChange()
      onCodes(recoveryCodes)
    },
  })
  const problem = remove.error ?? renew.error
  if (passkeys.length === 0 && !totpSince)
    return <p className="soft">None yet. With one, a stolen password alone opens nothing.</p>
  return (
    <>
      <ul className="rows rows-tight">
        {passkeys.map(({ passkeyId, name, createdAt, usedAt }) => (
          <FactorRow
            key={passkeyId}
            icon={<KeyIcon />}
            title={`Passkey, ${name}`}
            note={
              <>
                {usedAt ? 'Used: ' : 'Added: '}
                <When at={usedAt ?? createdAt} timeZone={timeZone} isInSentence />
              </>
            }
          >
            <RemoveButton name={name} onRemove={() => remove.mutate({ factor: 'passkey', passkeyId, name })} />
          </FactorRow>
        ))}
        {totpSince && (
          <FactorRow
            icon={<Icon name="phone" />}
            title="Code from an app"
            note={
              <>
                Set up: <When at={totpSince} timeZone={timeZone} isInSentence />
              </>
            }
          >
            <RemoveButton
              name="the app"
              onRemove={() => remove.mutate({ factor: 'totp', name: 'the app for codes' })}
            />
          </FactorRow>
        )}
        <FactorRow icon={<Icon name="lock" />} title="Recovery codes" note={`${recoveryCodesLeft} of 10 left`}>
          <button className="button button-quiet" type="button" onClick={() => renew.mutate()}>
            New codes
          </button>
        </FactorRow>
      </ul>
      {problem && (
        <Notice tone="bad" live>
          <p>{problem.message}</p>
        </Notice>
      )}
      {dialog}
    </>
  )
}

type FactorRowProps = { icon: ReactNode; title: string; note: ReactNode; children: ReactNode }

function FactorRow({ icon, title, note, children }: FactorRowProps) {
  return (
    <li>
      <span className="factor-row">
        {icon}
        <span>
          <strong dir="auto">{title}</strong>
          <small>{note}</small>
        </span>
      </span>
      {children}
    </li>
  )
}

function RemoveButton({ name, onRemove }: { name: string; onRemove: () => void }) {
  return (
    <button className="button button-quiet-danger" type="button" onClick={onRemove}>
      <span className="visually-hidden">{name}: </span>Remove
    </button>
  )
}
