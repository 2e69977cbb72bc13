/** The organiser's own words of the invitation; the last day, the link and how to decline follow them. */
import {
  invitationFacts,
  invitationLimits,
  type InvitationWords,
  unusableFacts,
} from '#contract/selection/invitation-words.ts'
import { Field, TextField } from '#web/ui/Field.tsx'

type InvitationTextProps = {
  words: InvitationWords
  problems: Record<string, string>
  onChange: (words: InvitationWords) => void
}

export function InvitationText({ words, problems, onChange }: InvitationTextProps) {
  const { subject, body } = words
  return (
    <div className="stack">
      <TextField
        label="Subject"
        dir="auto"
        maxLength={invitationLimits.subject}
        error={unknownWords(subject) ?? problems['words.subject']}
        value={subject}
        onChange={({ target }) => onChange({ subject: target.value, body })}
      />
      <Field
        label="Email"
        hint={`It begins with “Hello,”. The last day of the review, the link and how to decline are added below. Filled in for each person: ${invitationFacts.map((name) => `{${name}}`).join(', ')}.`}
        error={unknownWords(body) ?? problems['words.body']}
      >
        {(control) => (
          <textarea
            className="input"
            rows={8}
            dir="auto"
            maxLength={invitationLimits.body}
            {...control}
            value={body}
            onChange={({ target }) => onChange({ subject, body: target.value })}
          />
        )}
      </Field>
    </div>
  )
}

function unknownWords(text: string): string | undefined {
  const unknown = unusableFacts(text)
  if (unknown.length === 0) return undefined
  return `An invitation cannot fill in ${unknown.map((name) => `“${name}”`).join(', ')}.`
}
