/** A picture of the site: one that is here already, or another that is sent and described. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { createPortal } from 'react-dom'
import { Refused, uploadPicture } from '#web/console/call.ts'
import { ask } from '#web/console/queries.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field, TextField } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Notice } from '#web/ui/Notice.tsx'

export type Picture = { address: string; alt: string }
type PictureChoiceProps = {
  label: string
  address: string
  onChoose: (picture: Picture) => void
  optional?: boolean | undefined
  problem?: string | undefined
  /** Where a link to this field goes. */
  anchor?: string | undefined
  /** Pictures that came with the build, offered beside those that were sent. */
  ofBuild?: readonly Picture[]
}

export function PictureChoice({ label, address, onChoose, optional, problem, anchor, ofBuild }: PictureChoiceProps) {
  const [isChoosing, setChoosing] = useState(false)
  const problemId = useId()
  const choose = (picture: Picture) => {
    onChoose(picture)
    setChoosing(false)
  }
  return (
    <section className="field" aria-label={label}>
      <span className="field-label">
        {label}
        {optional && <span className="optional"> (optional)</span>}
      </span>
      <div className="cluster">
        {address && <img className="picture-chosen" src={address} alt="" />}
        <button
          className="button button-secondary"
          type="button"
          id={anchor}
          aria-describedby={problem ? problemId : undefined}
          onClick={() => setChoosing(true)}
        >
          {address ? 'Choose another' : 'Choose a picture'}
        </button>
        {optional && address && (
          <button className="button button-quiet" type="button" onClick={() => onChoose({ address: '', alt: '' })}>
            Take away
          </button>
        )}
      </div>
      {problem && (
        <p className="field-error" id={problemId}>
          {problem}
        </p>
      )}
      {/* Outside the form that this field may stand in: Enter in the dialog must not send that. */}
      {createPortal(
        <Dialog open={isChoosing} onClose={() => setChoosing(false)} title={label} typed>
          {isChoosing && <Choosing onChoose={choose} ofBuild={ofBuild ?? []} />}
          <button className="button button-quiet" type="button" onClick={() => setChoosing(false)}>
            Close
          </button>
        </Dialog>,
        document.body,
      )}
    </section>
  )
}

type ChoosingProps = { onChoose: (picture: Picture) => void; ofBuild: readonly Picture[] }

function Choosing({ onChoose, ofBuild }: ChoosingProps) {
  const { data } = useQuery(ask('AssetsList', {}))
  const pictures = [...(data?.rows ?? []), ...ofBuild]
  return (
    <div className="stack">
      <Sending onSent={onChoose} />
      {pictures.length > 0 && (
        <ul className="cluster" aria-label="Pictures that are here">
          {pictures.map((picture) => (
            <li key={picture.address}>
              <button className="button button-quiet picture-pick" type="button" onClick={() => onChoose(picture)}>
                <img className="picture-chosen" src={picture.address} alt={picture.alt} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Sending({ onSent }: { onSent: (picture: Picture) => void }) {
  const client = useQueryClient()
  const [file, setFile] = useState<File>()
  const [alt, setAlt] = useState('')
  const sending = useMutation({
    mutationFn: () => uploadPicture({ alt, picture: file }),
    onSuccess: (picture) => {
      void client.invalidateQueries({ queryKey: ['AssetsList'] })
      onSent(picture)
    },
  })
  const fields = sending.error instanceof Refused ? (sending.error.body.fields ?? []) : []
  const errorOf = (name: string) => fields.find(({ path }) => path === name)?.message
  return (
    <div className="stack">
      <Field label="Picture" hint="PNG, JPEG or GIF, at most 10 MB." error={errorOf('picture')}>
        {(control) => (
          <input
            {...control}
            className="input"
            type="file"
            accept="image/png,image/jpeg,image/gif"
            onChange={({ target }) => setFile(target.files?.[0])}
          />
        )}
      </Field>
      <TextField
        label="What it shows, for whoever cannot see it"
        value={alt}
        error={errorOf('alt')}
        onChange={({ target }) => setAlt(target.value)}
      />
      {sending.error && fields.length === 0 && (
        <Notice tone="bad" live>
          {sending.error.message}
        </Notice>
      )}
      <button
        className="button button-primary"
        type="button"
        aria-busy={sending.isPending || undefined}
        onClick={() => sending.mutate()}
      >
        <Icon name="upload" /> Send the picture
      </button>
    </div>
  )
}
