/** `RS 7,500` from 750000 paisa */
export function rupees(paisa: number): string {
  const whole = grouped(Math.floor(paisa / paisaInRupee))
  const rest = paisa % paisaInRupee
  return rest === 0 ? `RS ${whole}` : `RS ${whole}.${String(rest).padStart(2, '0')}`
}

/** What one thing costs. Sums stay in figures: `RS 0`. */
export function priceText(paisa: number): string {
  return paisa === 0 ? 'Free' : rupees(paisa)
}

export const paisaInRupee = 100

/** 1234567 becomes 1,234,567 */
export function grouped(number: number): string {
  return number.toLocaleString('en-US')
}
