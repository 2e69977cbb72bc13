import { useState } from 'react'
import type { StaffRole } from '#contract/accounts/permissions.ts'
import { roleWords } from '#contract/accounts/role-words.ts'
import { useMe } from '#web/console/accounts/me.ts'
import { SelectField } from '#web/ui/Field.tsx'
import type { Team } from './team-words.ts'

type RoleScopeProps = {
  roles: Team['roles']
  /** Names and errors, as the form has them. */
  field: (name: string) => { name: string; error: string | undefined }
}

/** Which role, and for what: only the places that the role can be given for. */
export function RoleScope({ roles, field }: RoleScopeProps) {
  const { events } = useMe()
  const [role, setRole] = useState<StaffRole>('organiser')
  const scope = roles.find((each) => each.role === role)?.scope ?? 'either'
  return (
    <>
      <SelectField
        label="Role"
        {...field('role')}
        value={role}
        onChange={({ target }) => setRole(target.value as StaffRole)}
      >
        {roles.map((each) => (
          <option key={each.role} value={each.role}>
            {roleWords[each.role]}
          </option>
        ))}
      </SelectField>
      <SelectField label="For" key={scope} {...field('eventId')}>
        {scope !== 'college' &&
          events.map(({ eventId, name }) => (
            <option key={eventId} value={eventId}>
              {name}
            </option>
          ))}
        {scope !== 'event' && <option value="">The whole college</option>}
      </SelectField>
    </>
  )
}

/** As the server takes it. */
export const scopeOf = (eventId: string): { eventId?: number } => (eventId === '' ? {} : { eventId: Number(eventId) })
