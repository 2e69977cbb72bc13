import { Bar } from '#web/console/ui/Bar.tsx'

type Seats = { seats: number; paid: number; held: number; free: number }

/** Paid, held and free, drawn and in words. */
export function SeatBar({ topic, seats, paid, held, free }: Seats & { topic: string }) {
  const words = `${topic}: ${paid} paid, ${held} held, ${free} free of ${seats}`
  return <Bar words={words} of={seats} solid={paid} hatched={held} />
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
