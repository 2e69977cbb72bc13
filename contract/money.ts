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

/** Of all prices, and of what lies in the drawer. */
export const homeCurrency = 'PKR'

/** 1234567 becomes 1,234,567 */
export function grouped(number: number): string {
  return number.toLocaleString('en-US')
}

/** `RS 1,050` for rupees, `USD 10.50` for what a bank took in another currency. */
export function moneyText({ amount, currency }: { amount: number; currency: string }): string {
  const inRupees = rupees(amount)
  return currency === homeCurrency ? inRupees : inRupees.replace('RS', currency)
}

/** `RS 1,050 and USD 10`: sums of different currencies stand beside each other. */
export function moneysText(moneys: readonly { amount: number; currency: string }[]): string {
  return moneys.map(moneyText).join(' and ')
}
