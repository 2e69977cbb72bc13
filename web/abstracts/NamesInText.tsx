import { type AbstractSection, abstractSections } from '#contract/abstracts/rules.ts'
import * as calls from '#contract/calls/selection.ts'
import type { ReplyOf } from '#contract/operation.ts'
import type { BlindSection } from '#contract/selection/findings.ts'
import type { BlindCheck } from '#contract/selection/told.ts'
import { useQuery } from '#web/platform/query/useQuery.ts'
import { useStore } from '#web/platform/store.ts'
import { useCall } from '#web/platform/useCall.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { askTwice, idsOf } from './api.ts'
import type { Abstract } from './slice.ts'

type Checked = ReplyOf<typeof BlindCheck>

const fieldOf: Record<Exclude<BlindSection, 'title'>, AbstractSection> = {
  background: 'BackGround',
  material: 'Material',
  results: 'Results',
  discussion: 'Discussion',
}
const labelOf = (section: BlindSection): string => (section === 'title' ? 'Title' : abstractSections[fieldOf[section]])

/** Only the author can reword what names them; staff can only take it out. So the author hears of it before the abstract is sent. */
export function NamesInText({ row, onEdit }: { row: Abstract; onEdit: () => void }) {
  const call = useCall()
  const { EventID, ApplicantID } = idsOf(useStore(({ auth }) => auth))
  const { data } = useQuery<Checked>({
    queryKey: ['BlindCheck', row.pk, row.Version],
    queryFn: async () => {
      const answer = await askTwice(call, calls.BlindCheck, { EventID, ApplicantID, pk: row.pk })
      return answer.kind === 'reply' ? answer.reply : undefined
    },
  })
  // Without an answer nothing is claimed.
  if (!data?.isBlind) return null
  if (data.passages === 0)
    return (
      <Notice live>
        Reviewers do not learn who wrote it. We found no author and no institution in your text. Check that the file
        names none either.
      </Notice>
    )
  return (
    <Notice tone="wait" live>
      <p>
        <strong>
          {data.passages === 1 ? '1 passage of your text' : `${data.passages} passages of your text`} may tell reviewers
          who wrote it.
        </strong>{' '}
        Reviewers must not learn it. Reword what names an author or an institution, in the file as well; otherwise the
        programme committee removes it.
      </p>
      <ul>
        {data.shown.map(({ section, text, around }, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- the same name may be found twice
          <li key={at}>
            {labelOf(section)}: <strong dir="auto">{text}</strong>, in <q dir="auto">{around}</q>
          </li>
        ))}
      </ul>
      {data.passages > data.shown.length && <p>The first {data.shown.length} are listed.</p>}
      <button className="button button-secondary" type="button" onClick={onEdit}>
        Reword it
      </button>
    </Notice>
  )
}
