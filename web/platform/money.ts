import { grouped } from '#contract/money.ts'

export { priceText, rupees } from '#contract/money.ts'

/** A fee is free text that may be empty: a bare number becomes `RS 2,500`, other words stay as the college wrote them. */
export function feeText(fee: string): string {
  const bare = fee.replaceAll(',', '').trim()
  return /^\d+$/.test(bare) ? `RS ${grouped(Number(bare))}` : fee
}
