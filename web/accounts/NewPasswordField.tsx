import { useState } from 'react'
import { PasswordField } from '#web/ui/Field.tsx'

/** A word of advice, never a rule. */
export function adviceFor(password: string): string {
  const variety = new Set(password).size
  if (password === '') return 'A few words are easier to remember.'
  if (password.length < 8 || variety < 5) return 'Easy to guess. A few words together are stronger.'
  return password.length < 14 ? 'Fair. One more word would make it strong.' : 'Strong.'
}

type NewPasswordFieldProps = { label: string; name: string; error: string | undefined }

export function NewPasswordField({ label, name, error }: NewPasswordFieldProps) {
  const [advice, setAdvice] = useState(adviceFor(''))
  return (
    <PasswordField
      label={label}
      name={name}
      error={error}
      hint={advice}
      autoComplete="new-password"
      onInput={({ currentTarget }) => setAdvice(adviceFor(currentTarget.value))}
    />
  )
}
