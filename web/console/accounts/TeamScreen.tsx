import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { grouped } from '#contract/money.ts'
import { mayAnywhere, useMe } from '#web/console/accounts/me.ts'
import { useTitle } from '#web/console/layout/site.tsx'
import { ask } from '#web/console/queries.ts'
import { AskFailed } from '#web/console/ui/AskFailed.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { ChangeMember } from './ChangeMember.tsx'
import { Invite } from './Invite.tsx'
import type { Team } from './team-words.ts'
import { Invitations } from './TeamInvitations.tsx'
import { Matrix } from './TeamMatrix.tsx'
import { People } from './TeamPeople.tsx'

/** Who of the college may do what, and who is invited. */
export default function TeamScreen() {
  useTitle('Team')
  const me = useMe()
  const { data, error, isPending, refetch } = useQuery(ask('TeamList', {}))
  const mayGrant = mayAnywhere(me, 'team.grant')
  const [changing, setChanging] = useState<number>()
  const member = data?.people.find(({ accountId }) => accountId === changing)
  return (
    <div className="console-page">
      <div className="console-head">
        <h1>Team</h1>
        {data && <span className="soft">{countsOf(data)}</span>}
      </div>
      {error && <AskFailed error={error} again={refetch} />}
      {data && mayGrant && <WithoutFactor people={data.people} />}
      <div className={mayGrant ? 'split' : 'stack'}>
        <div className="stack gap-l">
          <People
            people={data?.people ?? []}
            isLoading={isPending}
            onChange={mayGrant ? (accountId) => setChanging(accountId) : undefined}
          />
          {data && data.invitations.length > 0 && <Invitations invitations={data.invitations} mayGrant={mayGrant} />}
          {data && <Matrix roles={data.roles} />}
        </div>
        {data && mayGrant && <Invite roles={data.roles} />}
      </div>
      {data && member && (
        <ChangeMember
          key={member.accountId}
          member={member}
          roles={data.roles}
          onClose={() => setChanging(undefined)}
        />
      )}
    </div>
  )
}

function countsOf({ people, invitations }: Team): string {
  const many = (count: number, one: string, more: string) => `${grouped(count)} ${count === 1 ? one : more}`
  const who = many(people.length, 'person', 'people')
  return invitations.length === 0 ? who : `${who}, ${many(invitations.length, 'invitation', 'invitations')}`
}

/** Whoever can reach money or everybody's records with a password alone. */
function WithoutFactor({ people }: { people: Team['people'] }) {
  const without = people.filter(({ factors }) => factors?.length === 0)
  if (without.length === 0) return null
  return (
    <Notice tone="wait">
      <p>
        <strong>
          {without.length === 1 ? '1 person has' : `${grouped(without.length)} people have`} no second factor.
        </strong>{' '}
        In production owners and finance set one up at their next sign-in, before anything else.
      </p>
    </Notice>
  )
}
