import { useState } from 'react'
import { fileExtensions, fileNameLimit } from '#contract/abstracts/rules.ts'
import { bytesText } from '#web/platform/uploads/size.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { type AbstractFormState, anchorOf } from './useAbstractForm.ts'

const accepted = fileExtensions.map((extension) => `.${extension}`).join(',')
const listed = `${fileExtensions.slice(0, -1).join(', ')} or ${fileExtensions.at(-1)}`

/** Attaching the file: chosen, or dropped on it. */
export function FileField({ form: { file, problems, chooseFile, isNew } }: { form: AbstractFormState }) {
  const [isDragging, setDragging] = useState(false)
  const id = anchorOf('File')
  const error = problems.File
  const isForgotten = file.name !== undefined && !file.file
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        Attach File
      </label>
      <div
        className="drop-zone"
        data-dragging={isDragging ? '' : undefined}
        onDragEnter={() => setDragging(true)}
        onDragLeave={() => setDragging(false)}
        onDrop={() => setDragging(false)}
      >
        <Icon name="upload" />
        <p>
          <strong>Choose a file</strong> or drop it here
        </p>
        <p className="small" id={`${id}-hint`}>
          {listed}, up to 50 MB. File name up to {fileNameLimit} characters.
          {!isNew && ' Attach it again with every change.'}
        </p>
        <input
          type="file"
          id={id}
          accept={accepted}
          required
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`}
          onKeyDown={(event) => {
            // Enter would send the form.
            if (event.key !== 'Enter') return
            event.preventDefault()
            event.currentTarget.click()
          }}
          onChange={({ currentTarget: input }) => {
            const [chosen] = input.files ?? []
            // The same file may be chosen again after it was removed.
            input.value = ''
            if (chosen) chooseFile(chosen)
          }}
        />
      </div>
      {file.file && (
        <div className="file-row">
          <Icon name="file" />
          <span>
            <strong>{file.file.name}</strong> <small>{bytesText(file.file.size)}</small>
          </span>
          <button
            className="button button-quiet-danger icon-button"
            type="button"
            aria-label="Remove file"
            onClick={() => {
              file.clear()
              document.getElementById(id)?.focus()
            }}
          >
            <Icon name="bin" />
          </button>
        </div>
      )}
      {isForgotten && !error && (
        <p className="field-hint">
          Please choose <strong>{file.name}</strong> once more: a browser keeps its name, not the file.
        </p>
      )}
      <p className="field-error" id={`${id}-error`} role="alert" hidden={!error}>
        {error}
      </p>
    </div>
  )
}
