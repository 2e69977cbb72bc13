import { roleWords } from '#contract/accounts/role-words.ts'
import { matrixLines, type Team, trailSeen } from './team-words.ts'

/** Which role may do what. Roles are fixed: nobody has to guess what one of them means here. */
export function Matrix({ roles }: { roles: Team['roles'] }) {
  return (
    <section className="card stack" aria-labelledby="h-matrix">
      <h2 id="h-matrix">Who may do what</h2>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard */}
      <section className="scroll-x" tabIndex={0} aria-label="Roles and permissions">
        <table className="matrix">
          <thead>
            <tr>
              <th scope="col">May</th>
              {roles.map(({ role }) => (
                <th key={role} scope="col">
                  {roleWords[role]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {matrixLines.map(([words, permission]) => (
              <tr key={permission}>
                <th scope="row">{words}</th>
                {roles.map(({ role, may }) => (
                  <Mark key={role} isYes={may.includes(permission)} />
                ))}
              </tr>
            ))}
            <tr>
              <th scope="row">Read the audit trail</th>
              {roles.map(({ role }) => (
                <td key={role}>{trailSeen[role]}</td>
              ))}
            </tr>
          </tbody>
        </table>
      </section>
    </section>
  )
}

function Mark({ isYes }: { isYes: boolean }) {
  return (
    <td data-yes={isYes ? '' : undefined}>
      <span aria-hidden="true">{isYes ? '✓' : '–'}</span>
      <span className="visually-hidden">{isYes ? 'yes' : 'no'}</span>
    </td>
  )
}
