import { useState } from 'react'
import { sameEmail } from '#contract/accounts/email.ts'
import { invitationDays, mostInvitedAtOnce } from '#contract/selection/words.ts'
import { counted } from '#web/console/events/words.ts'
import { useConfirm } from '#web/console/ui/useConfirm.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { type InvitedLine, linesIn } from './invited-lines.ts'
import { useSelectionAct } from './useSelectionAct.ts'

type Told = { text: string; words: string; isGood: boolean }

/** Addresses as they were pasted; afterwards each line says what became of it. */
export function Invite({ eventId, onClose }: { eventId: number; onClose: () => void }) {
  const { act, problems, isSending } = useSelectionAct('ReviewersInvite')
  const [pasted, setPasted] = useState('')
  const [told, setTold] = useState<Told[]>([])
  const [problem, setProblem] = useState('')
  const { confirm, dialog } = useConfirm()
  const lines = linesIn(pasted)
  const good = lines.filter(({ said }) => said === 'good')

  const invite = async () => {
    if (isSending) return
    if (good.length === 0) return setProblem('Write one address at least.')
    if (good.length > mostInvitedAtOnce) return setProblem(`At most ${mostInvitedAtOnce} at once.`)
    const answer = await act({ eventId, emails: good.map(({ email }) => email) })
    if (!answer) return
    const { team } = answer
    const asTeam = team.length > 0 && (await confirm(aboutTeam(team)))
    const also = asTeam && (await act({ eventId, emails: team, withTeam: true }))
    const already = new Set([...answer.already, ...(also ? also.already : [])].map(sameEmail))
    const leftOut = new Set(also ? [] : team.map(sameEmail))
    setTold(lines.map((line) => ({ text: line.text, ...outcomeOf(line, { already, leftOut }) })))
    setPasted('')
  }
  const error = problem || problems.form || problems['emails.0']
  return (
    <section className="card stack" aria-labelledby="h-invite">
      <div className="card-header">
        <h2 id="h-invite">Invite reviewers</h2>
        <button className="button button-quiet" type="button" onClick={onClose}>
          Close
        </button>
      </div>
      {told.length > 0 && <Outcome told={told} />}
      {dialog}
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void invite()
        }}
      >
        <Field
          label="Addresses"
          hint={`One on each line. Each gets a letter that is good for ${invitationDays} days; whoever was invited before gets a new one.`}
          error={error}
        >
          {(control) => (
            <textarea
              className="input"
              rows={6}
              dir="auto"
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- it appears because somebody asked for it, to type in it
              autoFocus
              {...control}
              value={pasted}
              onChange={({ target }) => {
                setProblem('')
                setPasted(target.value)
              }}
            />
          )}
        </Field>
        <div className="cluster">
          <button className="button button-primary" aria-busy={isSending || undefined}>
            {good.length === 0 ? 'Invite' : `Invite ${counted(good.length, 'person', 'people')}`}
          </button>
          {lines.length > good.length && (
            <span className="small soft">{counted(lines.length - good.length, 'line is', 'lines are')} left out</span>
          )}
        </div>
      </form>
    </section>
  )
}

const aboutTeam = (team: readonly string[]) => ({
  title: team.length === 1 ? 'Invite a member of the team?' : `Invite ${team.length} members of the team?`,
  text: (
    <p>
      {team.join(', ')} {team.length === 1 ? 'has' : 'have'} a role in the team. What they review stays hidden from them
      in the console until its decision is published. Names of authors that they have seen before cannot be hidden
      again.
    </p>
  ),
  consequence: team.length === 1 ? 'Invite 1 person' : `Invite ${team.length} people`,
  tone: 'primary' as const,
})

type Sets = Record<'already' | 'leftOut', ReadonlySet<string>>

function outcomeOf({ said, email }: InvitedLine, { already, leftOut }: Sets): Omit<Told, 'text'> {
  if (said === 'no address') return { words: 'This is not an address', isGood: false }
  if (leftOut.has(sameEmail(email))) return { words: 'Not invited: has a role in the team', isGood: false }
  if (already.has(sameEmail(email))) return { words: 'Reviews already', isGood: false }
  if (said === 'twice') return { words: 'Stands there twice', isGood: false }
  return { words: 'Invited', isGood: true }
}

function Outcome({ told }: { told: readonly Told[] }) {
  const invited = told.filter(({ isGood }) => isGood).length
  return (
    <Notice tone={invited > 0 ? 'good' : 'wait'} live>
      <p>
        <strong>{counted(invited, 'person was invited', 'people were invited')}.</strong>
      </p>
      <ul className="told-lines">
        {told.map(({ text, words, isGood }, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- the same line may stand there twice
          <li key={`${at} ${text}`}>
            <bdi>{text}</bdi>: {isGood ? words : <strong>{words}</strong>}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
