export type Issuer = { college: string; address: string; logo: string }

/** What a receipt, a voucher and a closing begin with. */
export function Letterhead({ college, address, logo }: Issuer) {
  return (
    <div className="letterhead">
      {logo && <img src={logo} alt="" width="52" height="52" />}
      <p>
        <strong>{college}</strong>
        <br />
        <small>{address}</small>
      </p>
    </div>
  )
}

/** Lines to sign on, and the place where the office stamps. */
export function Signatures({ of }: { of: readonly string[] }) {
  return (
    <div className="signatures">
      {of.map((who) => (
        <p key={who}>{who}</p>
      ))}
      <p className="stamp-place">Stamp</p>
    </div>
  )
}
