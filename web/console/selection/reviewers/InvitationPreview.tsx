/** The invitation as the first person will receive it, and the button that sends it to all. */
import { useQuery } from '@tanstack/react-query'
import type { Ask, Reply } from '#web/console/call.ts'
import { counted } from '#web/console/events/words.ts'
import { ask } from '#web/console/queries.ts'
import { Notice } from '#web/ui/Notice.tsx'

type InvitationPreviewProps = {
  asked: Ask<'ReviewerInvitationPreview'>
  many: number
  isSending: boolean
  onSend: () => Promise<void>
  onBack: () => void
}

export function InvitationPreview({ asked, many, isSending, onSend, onBack }: InvitationPreviewProps) {
  const { data, error } = useQuery(ask('ReviewerInvitationPreview', asked))
  return (
    <div className="stack" aria-busy={(!data && !error) || undefined}>
      {error && (
        <Notice tone="bad" live>
          {error.message}
        </Notice>
      )}
      {data && <Email email={data} many={many} />}
      <div className="cluster">
        {data && (
          <button
            className="button button-primary"
            type="button"
            aria-busy={isSending || undefined}
            onClick={() => void onSend()}
          >
            {`Send ${counted(many, 'invitation')}`}
          </button>
        )}
        <button className="button button-quiet" type="button" onClick={onBack}>
          Back to the list
        </button>
      </div>
    </div>
  )
}

function Email({ email, many }: { email: Reply<'ReviewerInvitationPreview'>; many: number }) {
  const { to, from, replyTo, college, logo, subject, text } = email
  return (
    <section className="preview" aria-labelledby="h-preview">
      <header>
        <h3 className="small" id="h-preview">
          <strong>{many === 1 ? 'The email' : `Email 1 of ${many}`}</strong>
        </h3>
      </header>
      <div>
        <article className="invitation-email stack gap-s small" dir="auto">
          <p className="soft">
            {from && `From ${from}\n`}
            {replyTo && `Reply to ${replyTo}\n`}
            {`To ${to}`}
          </p>
          <p className="cluster soft">
            {logo && <img src={logo} alt="" height="40" />}
            <strong>{college}</strong>
          </p>
          <h4>{subject}</h4>
          <p>{text.trim()}</p>
        </article>
      </div>
    </section>
  )
}
