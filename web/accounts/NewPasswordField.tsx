import { passwordAdvice, type Owner } from '#contract/accounts/passwords.ts'
import { PasswordField } from '#web/ui/Field.tsx'
import { usePasswordAdvice } from './usePasswordAdvice.ts'

/** A word of advice, never a rule. */
export const adviceFor = (password: string): string => passwordAdvice(password)

/** Whose password it is may also stand in the same form, as `username` and `email`. */
type NewPasswordFieldProps = { label: string; name: string; error: string | undefined; owner?: Owner }

export function NewPasswordField({ label, name, error, owner = {} }: NewPasswordFieldProps) {
  const { advice, consider } = usePasswordAdvice()
  return (
    <PasswordField
      label={label}
      name={name}
      error={error}
      hint={advice}
      autoComplete="new-password"
      onInput={({ currentTarget }) => consider(currentTarget.value, { ...typedIn(currentTarget.form), ...owner })}
    />
  )
}

function typedIn(form: HTMLFormElement | null): Owner {
  const typed = new FormData(form ?? undefined)
  return { name: (typed.get('username') as string | null) ?? '', email: (typed.get('email') as string | null) ?? '' }
}
