type Seats = { seats: number; paid: number; held: number; free: number }

const length = 200

/** Paid, held and free, drawn and in words. */
export function SeatBar({ topic, seats, paid, held, free }: Seats & { topic: string }) {
  const share = (count: number) => (seats === 0 ? 0 : (count / seats) * length)
  return (
    <svg
      className="bar"
      viewBox={`0 0 ${length} 12`}
      preserveAspectRatio="none"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn here, from figures
      role="img"
      aria-label={`${topic}: ${paid} paid, ${held} held, ${free} free of ${seats}`}
    >
      <rect className="free" width={length} height="12" />
      <rect className="paid" width={share(paid)} height="12" />
      <rect className="held" x={share(paid)} width={share(held)} height="12" />
      <rect className="edge" width={length} height="12" />
    </svg>
  )
}

/** `15 of 16, 1 held` */
export const seatsText = ({ seats, paid, held }: Seats): string =>
  `${paid + held} of ${seats}${held > 0 ? `, ${held} held` : ''}`

/** The hatch of all bars of a screen, once. */
export function Hatch() {
  return (
    <svg className="pattern" aria-hidden="true">
      <defs>
        <pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect className="hatch-ground" width="6" height="6" />
          <path className="hatch" d="M1.5 0V6" />
        </pattern>
      </defs>
    </svg>
  )
}
