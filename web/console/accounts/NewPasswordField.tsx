import { leastStaffPassword } from '#contract/accounts/staff-password.ts'
import { PasswordField } from '#web/ui/Field.tsx'

export function NewPasswordField({ name, error }: { name: string; error?: string | undefined }) {
  return (
    <PasswordField
      label="New password"
      name={name}
      error={error}
      autoComplete="new-password"
      hint={`At least ${leastStaffPassword} characters. A few words are easier to remember.`}
    />
  )
}
