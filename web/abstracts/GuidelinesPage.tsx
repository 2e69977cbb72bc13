import type { CurrentEvent, Prose } from '#contract/events/site.ts'
import { useProse, useWholeContent } from '#web/layout/content.tsx'
import { PageLink } from '#web/layout/PageLink.tsx'
import { fullDay } from '#web/platform/calendar.ts'
import { countInWords } from '#web/platform/words.ts'
import { EmptyPage } from '#web/ui/EmptyState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { ProseText } from '#web/ui/ProseText.tsx'
import { noCall } from './reviewers.ts'

export default function GuidelinesPage() {
  const { event, today, specialities } = useWholeContent()
  const prose = useProse('abstract')
  if (event?.noAbstracts) return <EmptyPage title={noCall} />
  return (
    <>
      <PageHeader
        title="Abstract guidelines"
        lead={event ? `Theme: ${event.theme}. ${closing(event, today)}` : prose.lead}
      />
      <section className="section">
        <div className="page-width split aside-19">
          <ProseText prose={withDisciplines(prose, specialities)} />
          <NextStep open={event !== null && isOpen(event, today)} />
        </div>
      </section>
    </>
  )
}

function NextStep({ open }: { open: boolean }) {
  return (
    <aside className="card stack stick">
      <h2 className="heading-small">{open ? 'Ready?' : 'Your abstracts'}</h2>
      <p className="soft">
        {open
          ? 'You can save a draft and come back. Nothing is sent until you submit.'
          : 'Sign in to see what you have submitted and what was decided.'}
      </p>
      <PageLink className="button button-primary" to="/abstractsubmission">
        {open ? 'Add Abstract' : 'See your abstracts'}
      </PageLink>
    </aside>
  )
}

const isOpen = (event: CurrentEvent, today: string): boolean => today <= event.abstractsCloseOn

const closing = (event: CurrentEvent, today: string): string =>
  isOpen(event, today)
    ? `Submission closes on ${fullDay(event.abstractsCloseOn)}.`
    : `Submission closed on ${fullDay(event.abstractsCloseOn)}.`

function withDisciplines(prose: Prose, specialities: string[]): Prose {
  if (specialities.length === 0) return prose
  const heading = countInWords(specialities.length, 'discipline')
  const paragraphs = ['Choose the one that your work belongs to. Reviewers are found by it.']
  return { ...prose, sections: [...prose.sections, { heading, paragraphs, points: specialities }] }
}
