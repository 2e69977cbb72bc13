/** Invites reviewers: a list of people, the words of the email, and its preview before anything is sent. */
import { useState } from 'react'
import { sameEmail } from '#contract/accounts/email.ts'
import { type InvitationWords, usualInvitation } from '#contract/selection/invitation-words.ts'
import { mostInvitedAtOnce } from '#contract/selection/words.ts'
import { useMe } from '#web/console/accounts/me.ts'
import { counted } from '#web/console/events/words.ts'
import { useSelectionAct } from '#web/console/selection/useSelectionAct.ts'
import { useConfirm } from '#web/console/ui/useConfirm.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { InvitationPreview } from './InvitationPreview.tsx'
import { InvitationText } from './InvitationText.tsx'
import { type Discipline, invitedIn, mostLines } from './invited-people.ts'
import { InvitedList } from './InvitedList.tsx'

type InviteProps = { eventId: number; disciplines: readonly Discipline[]; onClose: () => void }
type Outcome = { invited: number; notInvited: string[] }

export default function Invite({ eventId, disciplines, onClose }: InviteProps) {
  const [pasted, setPasted] = useState('')
  const { lines, unused, isCut } = invitedIn(pasted, disciplines)
  const people = lines.map(({ email, name, fields }) => ({ email, name, fields }))
  const { words, setWords, outcome, setOutcome, send, problems, isSending, forget, dialog } = useSending(
    eventId,
    people,
  )
  const [isPreview, setPreview] = useState(false)
  const [problem, setProblem] = useState('')
  // What the server found wrong with one person, at their line.
  const judged = lines.map((line, at) => ({ ...line, problem: line.problem || refusedAt(problems, at) }))

  const change = (list: string) => {
    forget()
    setProblem('')
    setPasted(list)
  }
  const preview = () => {
    setOutcome(undefined)
    const why = whyNot({ many: people.length, isCut, broken: judged.filter((line) => line.problem !== '').length })
    setProblem(why)
    setPreview(why === '')
  }
  const sendAll = async () => {
    if (isSending) return
    if (await send()) setPasted('')
    setPreview(false)
  }
  return (
    <section className="card stack" aria-labelledby="h-invite">
      <div className="card-header">
        <h2 id="h-invite">Invite reviewers</h2>
        <button className="button button-quiet" type="button" onClick={onClose}>
          Close
        </button>
      </div>
      {outcome && <Told {...outcome} />}
      {dialog}
      {isPreview && people[0] ? (
        <InvitationPreview
          asked={{ eventId, person: people[0], words }}
          many={people.length}
          isSending={isSending}
          onSend={sendAll}
          onBack={() => setPreview(false)}
        />
      ) : (
        <form
          className="stack gap-l"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            preview()
          }}
        >
          <InvitedList
            list={pasted}
            lines={judged}
            unused={unused}
            error={problem || problems.form || problems.people}
            onChange={change}
          />
          <InvitationText words={words} problems={problems} onChange={setWords} />
          <div className="cluster">
            <button className="button button-primary">
              {people.length === 0 ? 'Preview email' : `Preview email to ${counted(people.length, 'person', 'people')}`}
            </button>
          </div>
        </form>
      )}
    </section>
  )
}

type InvitedPerson = { email: string; name: string; fields: number[] }

/** The words of the email, and sending it to all; members of the team get it once that is confirmed. */
function useSending(eventId: number, people: readonly InvitedPerson[]) {
  const { act, problems, isSending, forget } = useSelectionAct('ReviewersInvite')
  const { name } = useMe()
  const [words, setWords] = useState<InvitationWords>(() => usualInvitation(name))
  const [outcome, setOutcome] = useState<Outcome>()
  const { confirm, dialog } = useConfirm()

  /** False when nothing was sent. */
  const send = async (): Promise<boolean> => {
    const answer = await act({ eventId, people: [...people], words })
    if (!answer) return false
    const { team } = answer
    const asTeam = team.length > 0 && (await confirm(aboutTeam(team)))
    const ofTeam = new Set(team.map(sameEmail))
    const members = people.filter(({ email }) => ofTeam.has(sameEmail(email)))
    const also = asTeam ? await act({ eventId, people: members, words, withTeam: true }) : undefined
    const already = [...answer.already, ...(also?.already ?? [])]
    setOutcome({
      invited: answer.invited + (also?.invited ?? 0),
      notInvited: [
        ...already.map((email) => `${email}: is a reviewer already`),
        ...(also ? [] : team).map((email) => `${email}: has a role in the team`),
      ],
    })
    return true
  }
  return { words, setWords, outcome, setOutcome, send, problems, isSending, forget, dialog }
}

const refusedAt = (problems: Record<string, string>, at: number): string =>
  Object.entries(problems).find(([path]) => path.startsWith(`people.${at}.`))?.[1] ?? ''

function whyNot({ many, isCut, broken }: { many: number; isCut: boolean; broken: number }): string {
  if (isCut) return `This list has more than ${mostLines.toLocaleString('en-GB')} lines. Paste or choose a shorter one.`
  if (many === 0) return 'Add at least one email address.'
  if (broken > 0) return `Correct or remove ${counted(broken, 'line')} first.`
  if (many > mostInvitedAtOnce)
    return `This list has ${many} people. At most ${mostInvitedAtOnce} are invited at once: send it in parts.`
  return ''
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

function Told({ invited, notInvited }: Outcome) {
  return (
    <Notice tone={invited > 0 ? 'good' : 'wait'} live>
      <p>
        <strong>{counted(invited, 'person was invited', 'people were invited')}.</strong>
      </p>
      {notInvited.length > 0 && (
        <>
          <p>Not invited:</p>
          <ul className="told-lines">
            {notInvited.map((text) => (
              <li key={text}>
                <bdi>{text}</bdi>
              </li>
            ))}
          </ul>
        </>
      )}
    </Notice>
  )
}
