import { useState } from 'react'
import { EditorField } from '#web/abstracts/editor/EditorField.tsx'
import { CaptchaField, PasswordField, PinField, SelectField, TextField } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Meter } from '#web/ui/Meter.tsx'
import { StatusChip, statuses } from '#web/ui/StatusChip.tsx'
import { Specimen } from './Specimen.tsx'

export function Buttons() {
  return (
    <Specimen title="Buttons">
      <div className="cluster">
        <button className="button button-primary">Primary</button>
        <button className="button button-accent">Pay Now</button>
        <button className="button button-secondary">Secondary</button>
        <button className="button button-quiet">Quiet</button>
        <button className="button button-danger">Remove abstract</button>
        <button className="button button-quiet-danger">Remove</button>
        <button className="button button-primary" aria-busy="true">
          Saving
        </button>
        <button className="button" disabled>
          No Seats Available
        </button>
        <button className="button button-secondary icon-button" aria-label="Search">
          <Icon name="search" />
        </button>
      </div>
    </Specimen>
  )
}

export function Chips() {
  return (
    <Specimen title="Status chips">
      <div className="cluster">
        {statuses.map((status) => (
          <StatusChip key={status} status={status} />
        ))}
        <span className="status-chip">Plain tag</span>
        <span className="count">3</span>
      </div>
    </Specimen>
  )
}

export function Fields() {
  return (
    <Specimen title="Fields">
      <TextField label="Email" type="email" hint="We send a PIN to this address." />
      <PasswordField label="Password" error="Password is required." defaultValue="x" />
      <SelectField label="Specialty">
        <option>Radiology</option>
        <option>Bioethics</option>
      </SelectField>
      <TextField label="Email" readOnly defaultValue="mehak.soomro@example.org" hint="From your account." />
    </Specimen>
  )
}

export function Choices() {
  return (
    <Specimen title="Choices">
      <fieldset className="cluster gap-s">
        <legend className="field-label">Abstract Type</legend>
        {['Oral', 'Poster', 'Workshop'].map((type) => (
          <label className="choice" key={type}>
            <input type="radio" name="demo" defaultChecked={type === 'Poster'} />
            <span>{type}</span>
          </label>
        ))}
      </fieldset>
      <CaptchaField state="No puzzle needed" error="Please verify the captcha." />
      <fieldset className="stack gap-s">
        <legend className="field-label">Method</legend>
        <div className="scale">
          {[1, 2, 3, 4, 5].map((score) => (
            <label key={score}>
              <input type="radio" name="demo-scale" defaultChecked={score === 4} />
              {score}
            </label>
          ))}
        </div>
      </fieldset>
      <PinField label="PIN" defaultValue="407" />
    </Specimen>
  )
}

export function Files() {
  return (
    <Specimen title="File">
      <div className="drop-zone">
        <Icon name="upload" />
        <p>
          <strong>Choose a file</strong> or drop it here
        </p>
        <p className="small">Up to 50 MB</p>
        <input type="file" aria-label="Attach File" />
      </div>
      <div className="file-row">
        <Icon name="file" />
        <span>
          <strong>abstract.docx</strong> <small>1.8 MB</small>
        </span>
        <button className="button button-quiet-danger icon-button" type="button" aria-label="Remove file">
          <Icon name="bin" />
        </button>
      </div>
      <div className="stack gap-s">
        <Meter label="Upload" value={64} of={100} />
        <p className="small soft">Uploading, 64%</p>
      </div>
      <p className="field-error">File size exceeds 50MB</p>
    </Specimen>
  )
}

const written = '<p>Sensitivity was <strong>94%</strong> against 58% (<em>p</em> &lt; 0.001), CO<sub>2</sub>.</p>'

export function Editors() {
  const [text, setText] = useState(written)
  return (
    <Specimen title="Editor">
      <EditorField label="Results" note="8 words" value={text} onChange={setText} />
    </Specimen>
  )
}
