import { mostNamed } from '#contract/abstracts/author-texts.ts'
import { TextField } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { type NamedRow, newKey } from './authors.ts'
import type { AuthorsState } from './useAuthors.ts'

/** People whom the authors ask us not to send it to. */
export function NotTo({ form }: { form: AuthorsState }) {
  const { notTo } = form.values
  const change = (key: number, changed: Partial<NamedRow>) =>
    form.change({ notTo: notTo.map((row) => (row.key === key ? { ...row, ...changed } : row)) })
  return (
    <section className="card stack" aria-labelledby="not-to">
      <div className="stack gap-s">
        <h2 className="heading-small" id="not-to">
          Please do not send it to
        </h2>
        <p className="small soft">Up to three people who should not review it. Reviewers never see this.</p>
      </div>
      {notTo.map(({ key, name, email }, at) => {
        const wrong = form.problems.rows.get(key)
        return (
          <fieldset className="stack gap-s" key={key}>
            <legend className="visually-hidden">Not to, person {at + 1}</legend>
            <div className="form-grid">
              <TextField
                label="Name"
                value={name}
                maxLength={200}
                dir="auto"
                error={wrong?.name}
                onChange={({ target }) => change(key, { name: target.value })}
              />
              <TextField
                label="Email"
                type="email"
                value={email}
                maxLength={200}
                hint="If you know it: it finds them for certain."
                error={wrong?.email}
                onChange={({ target }) => change(key, { email: target.value })}
              />
            </div>
            <div className="cluster">
              <button
                className="button button-quiet-danger"
                type="button"
                onClick={() => form.change({ notTo: notTo.filter((row) => row.key !== key) })}
              >
                <Icon name="bin" /> Remove<span className="visually-hidden"> {name || `person ${at + 1}`}</span>
              </button>
            </div>
          </fieldset>
        )
      })}
      {notTo.length < mostNamed && (
        <div className="cluster">
          <button
            className="button button-quiet"
            type="button"
            onClick={() => form.change({ notTo: [...notTo, { name: '', email: '', key: newKey() }] })}
          >
            <Icon name="plus" /> Name somebody
          </button>
        </div>
      )}
    </section>
  )
}
