/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role, jsx-a11y/control-has-associated-label -- drawn as cards on a narrow screen, a table is one no more unless it is told so */
import { initials, timeZoneOf, useMe } from '#web/console/accounts/me.ts'
import { EmailText } from '#web/console/ui/EmailText.tsx'
import { When } from '#web/console/ui/When.tsx'
import { type Member, roleText } from './team-words.ts'

type PeopleProps = {
  people: readonly Member[]
  isLoading: boolean
  /** For whoever may change them. */
  onChange: ((accountId: number) => void) | undefined
}

export function People({ people, isLoading, onChange }: PeopleProps) {
  return (
    <section className="card table-card" aria-labelledby="h-members">
      <div className="card-header">
        <h2 id="h-members">People</h2>
      </div>
      <table className="data-table dense" role="table" aria-busy={isLoading || undefined}>
        <caption className="visually-hidden">Members of the team</caption>
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">
              Person
            </th>
            <th role="columnheader" scope="col">
              Roles
            </th>
            {onChange && (
              <>
                <th role="columnheader" scope="col">
                  Second factor
                </th>
                <th role="columnheader" scope="col" className="actions">
                  <span className="visually-hidden">Actions</span>
                </th>
              </>
            )}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {isLoading && <GrayRow columns={onChange ? 4 : 2} />}
          {people.map((member) => (
            <Row key={member.accountId} member={member} onChange={onChange} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Row({ member, onChange }: { member: Member } & Pick<PeopleProps, 'onChange'>) {
  const { accountId, name, email, grants, isMe } = member
  return (
    <tr role="row" id={`person-${accountId}`}>
      <th role="rowheader" scope="row" data-label="Person">
        <span className="person-cell">
          <span className="avatar" aria-hidden="true">
            {initials(name)}
          </span>
          <span>
            <bdi>{name}</bdi>
            <small>
              <EmailText email={email} />
            </small>
          </span>
        </span>
      </th>
      <td role="cell" data-label="Roles" className="roles">
        <span className="cluster gap-s">
          {grants.map(({ grantId, role, event }) => (
            <span key={grantId} className="status-chip">
              {roleText(role, event)}
            </span>
          ))}
        </span>
      </td>
      {onChange && (
        <>
          <td role="cell" data-label="Second factor">
            <Factors member={member} />
          </td>
          <td role="cell" data-label="" className="actions">
            {isMe ? (
              <span className="small soft">you</span>
            ) : (
              <button className="button button-quiet" type="button" onClick={() => onChange(accountId)}>
                <span className="visually-hidden">{name}: </span>Change
              </button>
            )}
          </td>
        </>
      )}
    </tr>
  )
}

const factorNames = { passkey: 'Passkey', totp: 'Code' } as const

function Factors({ member: { factors, lastSeenAt } }: { member: Member }) {
  const me = useMe()
  const has = factors ?? []
  return (
    <span>
      <span className="status-chip" data-tone={has.length > 0 ? 'good' : 'wait'}>
        {has.length > 0 ? has.map((factor) => factorNames[factor]).join(' and ') : 'None yet'}
      </span>
      <small className="own-line soft">
        {lastSeenAt ? (
          <>
            seen <When at={lastSeenAt} timeZone={timeZoneOf(me, undefined)} isInSentence />
          </>
        ) : (
          'not signed in'
        )}
      </small>
    </span>
  )
}

function GrayRow({ columns }: { columns: number }) {
  return (
    <tr role="row">
      {Array.from({ length: columns }, (_, at) => (
        <td key={at} role="cell">
          <div className="skeleton" />
        </td>
      ))}
    </tr>
  )
}
