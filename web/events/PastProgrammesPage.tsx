import type { Programme } from '#contract/events/site.ts'
import { useContent } from '#web/layout/content.tsx'
import { fullDay } from '#web/platform/calendar.ts'
import { countOf, matches } from '#web/platform/words.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { FlyerCard } from './FlyerCard.tsx'
import { useSearch } from './useSearch.ts'

export default function PastProgrammesPage() {
  const { programmes, today } = useContent()
  const [query, setQuery] = useSearch()
  if (!programmes) throw new Error('The past programmes come with their own page.')
  const past = programmes
    .filter(({ endDate }) => endDate < today)
    .toSorted((one, other) => other.endDate.localeCompare(one.endDate))
  const found = past.filter((programme) => matches(query, searchableText(programme)))
  return (
    <>
      <PageHeader title="Past Events" lead="Every programme we have run, with its coordinator and closing date.">
        {past.length > 0 && <SearchForm query={query} onSearch={setQuery} />}
      </PageHeader>
      <section className="section">
        <div className="page-width stack gap-l">
          {past.length === 0 ? <NothingEnded /> : <Found found={found} query={query} onClear={() => setQuery('')} />}
        </div>
      </section>
    </>
  )
}

const searchableText = ({ name, courseCoordinator, description, endDate }: Programme): string =>
  [name, courseCoordinator, description, fullDay(endDate)].join(' ')

function SearchForm({ query, onSearch }: { query: string; onSearch: (query: string) => void }) {
  return (
    <form
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- Safari 16 does not know <search>
      role="search"
      className="input-with-button search"
      onSubmit={(event) => event.preventDefault()}
    >
      <label className="visually-hidden" htmlFor="q">
        Search past programmes
      </label>
      <input
        className="input"
        id="q"
        name="q"
        type="search"
        placeholder="Topic, coordinator or year"
        value={query}
        onChange={(event) => onSearch(event.target.value)}
      />
      <button className="button button-primary">
        <Icon name="search" /> <span className="wide-word">Search</span>
      </button>
    </form>
  )
}

function Found({ found, query, onClear }: { found: Programme[]; query: string; onClear: () => void }) {
  const wanted = query.trim()
  return (
    <>
      <output className="soft">
        {wanted
          ? `${countOf(found.length, 'programme')} for “${wanted}”`
          : `${countOf(found.length, 'past programme')}, newest first`}
      </output>
      {found.length === 0 ? (
        <EmptyState title="No programme matches">
          <p className="soft">Try fewer words, a coordinator’s name, or a year such as 2024.</p>
          <button className="button button-secondary" type="button" onClick={onClear}>
            Show all programmes
          </button>
        </EmptyState>
      ) : (
        <div className="grid gap-l min-14">
          {found.map((programme) => (
            <FlyerCard key={programme.id} programme={programme} ending="Ended" />
          ))}
        </div>
      )}
    </>
  )
}

function NothingEnded() {
  return (
    <EmptyState title="No programme has ended yet">
      <p className="soft">When one does, it is kept here with its coordinator and dates.</p>
      <a className="button button-secondary" href="/program">
        Current Events
      </a>
    </EmptyState>
  )
}
