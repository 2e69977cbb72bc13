import { mostQuota } from '#contract/selection/words.ts'

/** What is wrong with how many abstracts somebody offers to review, as they typed it. */
export function wrongQuota(typed: string): string | undefined {
  const isOffer = /^\d{1,3}$/.test(typed.trim()) && Number(typed) >= 1 && Number(typed) <= mostQuota
  return isOffer ? undefined : `A number from 1 to ${mostQuota}.`
}
