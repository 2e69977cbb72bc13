import { useId, useState, type ComponentProps, type ReactNode } from 'react'
import { Icon } from './Icon.tsx'

type Words = {
  label: string
  hint?: string | undefined
  error?: string | undefined
  /** Where a link to this field goes. */
  anchor?: string | undefined
  optional?: boolean | undefined
}
type Control = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }

/** A label, its control, and the hint or error that the control is described by. */
export function Field({
  label,
  hint,
  error,
  anchor,
  optional,
  children,
}: Words & { children: (control: Control) => ReactNode }) {
  const ownId = useId()
  const id = anchor ?? ownId
  const note = error ?? hint
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
        {optional && <span className="optional"> (optional)</span>}
      </label>
      {children({ id, ...(note && { 'aria-describedby': `${id}-note` }), ...(error && { 'aria-invalid': true }) })}
      {note && (
        <p className={error ? 'field-error' : 'field-hint'} id={`${id}-note`}>
          {note}
        </p>
      )}
    </div>
  )
}

type InputProps = Words & Omit<ComponentProps<'input'>, 'id' | 'className'>

export function TextField({ label, hint, error, ...input }: InputProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <input className="input" {...input} {...control} />}
    </Field>
  )
}

export function SelectField({ label, hint, error, ...select }: Words & Omit<ComponentProps<'select'>, 'id'>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <div className="select">
          <select className="input" {...select} {...control} />
        </div>
      )}
    </Field>
  )
}

export function PasswordField({ label, hint, error, ...input }: InputProps) {
  const [shown, setShown] = useState(false)
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <div className="input-with-button">
          <input className="input" {...input} {...control} type={shown ? 'text' : 'password'} />
          <button
            className="button button-secondary icon-button"
            type="button"
            aria-label={shown ? 'Hide password' : 'Show password'}
            onClick={() => setShown(!shown)}
          >
            <Icon name={shown ? 'hide' : 'eye'} />
          </button>
        </div>
      )}
    </Field>
  )
}

/** Digits of any script: an Urdu keyboard types ۱۲۳. */
const digitsIn = (text: string): string =>
  text.replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 15)).replace(/\D/g, '')

const pinLength = 6

/** Keeps the caret where it is unless something has to go. */
function keepDigits(input: HTMLInputElement, text = input.value): void {
  const digits = digitsIn(text).slice(0, pinLength)
  if (input.value !== digits) input.value = digits
}

/** One input drawn as six cells, so that paste, autofill and screen readers work. */
export function PinField({ label, hint, error, ...input }: InputProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <input
          className="pin-input"
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={pinLength}
          onInput={({ currentTarget }) => keepDigits(currentTarget)}
          onPaste={(event) => {
            // "Your PIN: 123 456" would be cut to its first six characters.
            event.preventDefault()
            keepDigits(event.currentTarget, event.clipboardData.getData('text'))
            event.currentTarget.dispatchEvent(new Event('input', { bubbles: true }))
          }}
          {...input}
          {...control}
        />
      )}
    </Field>
  )
}

type CaptchaFieldProps = { state: string; children?: ReactNode } & Omit<InputProps, 'label' | 'hint'>

/** `children` is where an outside provider puts its own box. */
export function CaptchaField({ state, error, children, ...input }: CaptchaFieldProps) {
  const id = useId()
  return (
    <div className="field">
      <label className="captcha">
        <input
          type="checkbox"
          {...input}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : undefined}
        />{' '}
        I am a person <small aria-live="polite">{state}</small>
      </label>
      {children}
      {error && (
        <p className="field-error" id={id}>
          {error}
        </p>
      )}
    </div>
  )
}
