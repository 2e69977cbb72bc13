import type { ReactNode } from 'react'
import { Icon } from '#web/ui/Icon.tsx'
import { anchorOf } from './api.ts'
import { CropSliders, PhotoCrop } from './PhotoCrop.tsx'
import type { Photo } from './usePhoto.ts'
import styles from './PhotoField.module.css'

type PhotoFieldProps = {
  photo: Photo
  /** The address of the picture that the profile has already. */
  saved: string | undefined
  isOptional: boolean
  error: string | undefined
  onChoose: () => void
}

/** Choosing a picture, cropping it, and what to do when it is not one that we take. */
export function PhotoField({ photo, saved, isOptional, error, onChoose }: PhotoFieldProps) {
  const id = anchorOf('Photo')
  const sentence = error ?? photo.wrong?.sentence
  return (
    <div className={styles.photo}>
      <Preview photo={photo} saved={saved} />
      <div className="stack">
        <div className="field">
          <label className="field-label" htmlFor={id}>
            Photo{isOptional && <span className="optional"> (optional)</span>}
          </label>
          <p className="field-hint" id={`${id}-hint`}>
            JPG or PNG, under 2 MB. Face forward, plain background.
          </p>
          {photo.forgotten && !sentence && (
            <p className="field-hint">Please choose {photo.forgotten} once more: it was too large to keep.</p>
          )}
          <p className="field-error" id={`${id}-error`} role="alert" hidden={!sentence}>
            {sentence}
          </p>
        </div>
        {photo.chosen && <CropSliders picture={photo.chosen.picture} crop={photo.crop} onCrop={photo.cropTo} />}
        <Actions photo={photo}>
          <label className="button button-secondary" aria-busy={photo.isBusy || undefined}>
            <Icon name="upload" />{' '}
            <span aria-hidden="true">{photo.chosen || saved ? 'Change photo' : 'Choose a photo'}</span>
            <input
              className="visually-hidden"
              id={id}
              type="file"
              accept="image/png,image/jpeg,image/gif"
              required={!isOptional}
              aria-label="Photo"
              aria-invalid={sentence ? true : undefined}
              aria-describedby={`${id}-hint${sentence ? ` ${id}-error` : ''}`}
              onKeyDown={(event) => {
                // Enter would send the form.
                if (event.key !== 'Enter') return
                event.preventDefault()
                event.currentTarget.click()
              }}
              onChange={({ currentTarget: input }) => {
                const [file] = input.files ?? []
                // The same file may be chosen again after it was removed.
                input.value = ''
                if (!file) return
                onChoose()
                void photo.choose(file)
              }}
            />
          </label>
        </Actions>
      </div>
    </div>
  )
}

function Preview({ photo, saved }: { photo: Photo; saved: string | undefined }) {
  if (photo.chosen) return <PhotoCrop picture={photo.chosen.picture} crop={photo.crop} onCrop={photo.cropTo} />
  return (
    <div className="photo-crop">
      {saved ? (
        <img className={styles.square} src={saved} alt="As it is in your profile" width="300" height="300" />
      ) : (
        <div className={`${styles.square} ${styles.nobody}`}>
          <Icon name="people" />
        </div>
      )}
    </div>
  )
}

function Actions({ photo, children }: { photo: Photo; children: ReactNode }) {
  const { chosen, wrong, crop } = photo
  const { tooLarge } = wrong ?? {}
  return (
    <div className="stack gap-s">
      {tooLarge && (
        <div className="cluster gap-s">
          <button className="button button-primary" type="button" onClick={() => void photo.shrink(tooLarge)}>
            Make it smaller
          </button>
          <p className="small soft">We make a smaller copy in your browser. Your own file stays as it is.</p>
        </div>
      )}
      <div className="cluster gap-s">
        {children}
        {chosen && (
          <>
            <button
              className="button button-quiet"
              type="button"
              onClick={() => photo.cropTo({ ...crop, turns: (crop.turns + 1) % 4 })}
            >
              <Icon name="turn" /> Turn by a quarter
            </button>
            <button className="button button-quiet-danger" type="button" onClick={photo.remove}>
              Remove
            </button>
          </>
        )}
      </div>
    </div>
  )
}
