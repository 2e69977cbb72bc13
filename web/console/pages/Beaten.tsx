/** Another was quicker: what only one changed is taken from both, and what both changed is chosen field by field. */
import { useState } from 'react'
import { labelOf, linesOf } from '#contract/pages/compare.ts'
import { OneOfTwo } from '#web/console/ui/OneOfTwo.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { type Body, withValue } from './editing.ts'
import { type Clash, pathKey, together } from './together.ts'
import { type PageConflict, type PageDraft, wordsOf } from './usePageDraft.ts'

export function Beaten({ draft, conflict }: { draft: PageDraft; conflict: PageConflict }) {
  const { base, stored, sentence } = conflict
  const [chosen, setChosen] = useState<Record<string, 'mine' | 'theirs'>>({})
  const { body, clashes, taken } = together({ base, mine: draft.body, theirs: wordsOf(stored) })
  const open = clashes.filter(({ path }) => !chosen[pathKey(path)]).length
  const by = stored.draft?.writtenBy ?? stored.published?.publishedBy ?? undefined
  return (
    <section className="card stack versions" aria-label="Both versions">
      <Notice tone="wait" live>
        <p>
          <strong>{sentence}</strong>
          {by && ` It was ${by}.`} What you typed is still here.
        </p>
      </Notice>
      {clashes.map((clash) => (
        <OneOfTwo
          key={pathKey(clash.path)}
          label={labelOf(clash.path) || 'The whole page'}
          by={by}
          theirs={textOf(clash.theirs)}
          mine={textOf(clash.mine)}
          chosen={chosen[pathKey(clash.path)]}
          onChoose={(whose) => setChosen((all) => ({ ...all, [pathKey(clash.path)]: whose }))}
        />
      ))}
      {taken.length > 0 && (
        <dl className="small">
          {taken.map((path) => (
            <div key={pathKey(path)}>
              <dt>Taken from them: {labelOf(path)}</dt>
              <dd dir="auto">{textOf(path.reduce<unknown>((value, key) => partOf(value, key), body)) || 'Nothing'}</dd>
            </div>
          ))}
        </dl>
      )}
      <div className="cluster">
        {!stored.draft?.publishAt && (
          <button
            className="button button-primary"
            type="button"
            disabled={open > 0}
            onClick={() => draft.saveBoth(conflict, chosenOf(body as Body, clashes, chosen))}
          >
            {open > 0 ? 'Choose first' : 'Save both together'}
          </button>
        )}
        <button className="button button-secondary" type="button" onClick={() => draft.begin(stored)}>
          Take what is stored
        </button>
      </div>
    </section>
  )
}

function chosenOf(body: Body, clashes: Clash[], chosen: Record<string, 'mine' | 'theirs'>): Body {
  const theirs = clashes.filter(({ path }) => chosen[pathKey(path)] === 'theirs')
  return theirs.reduce<Body>((words, clash) => withValue(words, clash.path, clash.theirs) as Body, body)
}

const partOf = (value: unknown, key: string | number): unknown => (value as Record<string | number, unknown>)[key]

const textOf = (value: unknown): string =>
  linesOf(value)
    .map(({ text }) => text)
    .join('\n')
