type BarProps = {
  words: string
  of: number
  /** Solid, and behind it hatched; what is left is open. */
  solid: number
  hatched: number
}

const length = 200

/** Parts of a whole, drawn; `words` say the same. */
export function Bar({ words, of, solid, hatched }: BarProps) {
  const share = (count: number) => (of === 0 ? 0 : (count / of) * length)
  return (
    <svg
      className="bar"
      viewBox={`0 0 ${length} 12`}
      preserveAspectRatio="none"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn here, from figures
      role="img"
      aria-label={words}
    >
      <rect className="free" width={length} height="12" />
      <rect className="paid" width={share(solid)} height="12" />
      <rect className="held" x={share(solid)} width={share(hatched)} height="12" />
      <rect className="edge" width={length} height="12" />
    </svg>
  )
}
