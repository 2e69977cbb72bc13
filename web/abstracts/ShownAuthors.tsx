import type { AuthorList } from '#contract/abstracts/authors.ts'

type ShownAuthorsProps = { list: Pick<AuthorList, 'authors' | 'notTo'> }

/** The list to read: while it is frozen, and where two lists are compared. */
export function ShownAuthors({ list: { authors, notTo } }: ShownAuthorsProps) {
  return (
    <div className="stack">
      {authors.length === 0 && <p>You alone, as you submitted it.</p>}
      <ol className="stack gap-s">
        {authors.map(({ name, email, institution, department, presents }, at) => (
          <li key={`${email} ${name}`} dir="auto">
            {at + 1}. <strong>{name}</strong>
            {presents && ', presents'}
            <br />
            <small className="soft">{[department, institution, email].filter(Boolean).join(', ')}</small>
          </li>
        ))}
      </ol>
      {notTo.length > 0 && (
        <p className="small" dir="auto">
          Not to be sent to: {notTo.map(({ name }) => name).join(', ')}
        </p>
      )}
    </div>
  )
}
