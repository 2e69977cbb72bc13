/** Amounts of money in words, as receipts and vouchers have them beside the figures. */
import { homeCurrency, paisaInRupee } from './money.ts'

const small = [
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
].flatMap((words) => words.split(' '))
const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
/** As `grouped` separates the figures. */
const groups = [
  [1_000_000_000, 'billion'],
  [1_000_000, 'million'],
  [1000, 'thousand'],
  [100, 'hundred'],
] as const

function numberInWords(number: number): string {
  for (const [size, name] of groups)
    if (number >= size) return joined(`${numberInWords(Math.floor(number / size))} ${name}`, number % size)
  if (number < 20) return small[number] ?? ''
  const rest = number % 10
  return `${tens[Math.floor(number / 10)]}${rest === 0 ? '' : `-${small[rest]}`}`
}

function joined(words: string, rest: number): string {
  if (rest === 0) return words
  return rest < 100 ? `${words} and ${numberInWords(rest)}` : `${words} ${numberInWords(rest)}`
}

/** `Rupees two thousand five hundred only`; of another currency, its code and hundredths. */
export function amountInWords({ amount, currency }: { amount: number; currency: string }): string {
  const whole = numberInWords(Math.floor(amount / paisaInRupee))
  const rest = amount % paisaInRupee
  if (currency !== homeCurrency) return `${currency} ${whole}${rest === 0 ? '' : ` and ${rest}/100`} only`
  return `Rupees ${whole}${rest === 0 ? '' : ` and ${numberInWords(rest)} paisa`} only`
}
