/** An email address that breaks before its @, and inside a word only where it would not fit at all. */
export function EmailText({ email }: { email: string }) {
  const at = email.lastIndexOf('@')
  if (at < 1) return <span className="email">{email}</span>
  return (
    <span className="email">
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </span>
  )
}
