import { useEffect, useRef } from 'react'
import { mostAuthors } from '#contract/abstracts/author-texts.ts'
import type { AuthorList } from '#contract/abstracts/authors.ts'
import { abstractTexts } from '#contract/abstracts/rules.ts'
import type { Found } from '#web/platform/query/useDraft.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { AuthorFields } from './AuthorFields.tsx'
import { type KeptAuthors, listOf, newKey } from './authors.ts'
import { NotTo } from './NotTo.tsx'
import { ShownAuthors } from './ShownAuthors.tsx'
import { type AuthorsState, useAuthors } from './useAuthors.ts'
import styles from './ConflictDialog.module.css'

type AuthorsFormProps = { pk: number; list: AuthorList; found: Found<KeptAuthors> }

export default function AuthorsForm({ pk, list, found }: AuthorsFormProps) {
  const form = useAuthors(pk, list, found)
  const { values, problems, failures, isSaving, state } = form
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (failures > 0) element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [failures])

  const add = () => {
    const key = newKey()
    const nobody = { name: '', email: '', institution: '', department: '', key }
    if (values.authors.length > 0) return form.change({ authors: [...values.authors, nobody] })
    // A list that names others names its first author too.
    const self = { ...list.self, key: newKey() }
    form.change({ authors: [self, nobody], presents: self.key })
  }

  return (
    <form
      className="stack gap-l"
      noValidate
      method="dialog"
      ref={element}
      onSubmit={(event) => {
        event.preventDefault()
        void form.save()
      }}
    >
      {state === 'kept' && <KeptBefore onForget={form.forget} />}
      <p className="soft">
        {values.authors.length === 0
          ? 'You are its only author. Did others write it with you? Then name all, in the order in which they are printed.'
          : 'In the order in which they are printed.'}
      </p>
      <AuthorFields form={form} />
      <button
        className="button button-secondary"
        type="button"
        disabled={values.authors.length >= mostAuthors}
        onClick={add}
      >
        <Icon name="plus" />{' '}
        {values.authors.length >= mostAuthors ? `No more than ${mostAuthors} authors` : 'Add an author'}
      </button>
      <NotTo form={form} />
      {problems.form && (
        <Notice tone="bad" live>
          {problems.form}
        </Notice>
      )}
      {state === 'saved' && (
        <Notice tone="good" live>
          Saved.
        </Notice>
      )}
      <button className="button button-primary" aria-busy={isSaving || undefined}>
        Save
      </button>
      <SavedElsewhere form={form} />
    </form>
  )
}

function KeptBefore({ onForget }: { onForget: () => void }) {
  return (
    <Notice tone="wait">
      <p>This is what you typed here before. It is not saved yet.</p>
      <button className="button button-secondary" type="button" onClick={onForget}>
        Take what is saved
      </button>
    </Notice>
  )
}

/** Both lists side by side, and the person decides: as for the abstract itself. */
function SavedElsewhere({ form: { stored, values, settle } }: { form: AuthorsState }) {
  return (
    <Dialog open={stored !== undefined} onClose={() => settle('later')} title={abstractTexts.conflict} alert>
      {stored && (
        <div className={styles.both}>
          <div className={styles.pair}>
            <section className={styles.side} aria-label="Mine">
              <p className="small soft">Mine</p>
              <ShownAuthors list={listOf(values)} />
            </section>
            <section className={styles.side} aria-label="Stored">
              <p className="small soft">Stored</p>
              <ShownAuthors list={stored} />
            </section>
          </div>
        </div>
      )}
      <div className="cluster">
        <button className="button button-primary" type="button" onClick={() => settle('mine')}>
          Keep mine
        </button>
        <button className="button button-secondary" type="button" onClick={() => settle('theirs')}>
          Take theirs
        </button>
        <button className="button button-quiet" type="button" onClick={() => settle('later')}>
          Decide later
        </button>
      </div>
    </Dialog>
  )
}
