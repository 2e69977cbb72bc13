import { type PagePath, pages } from '#contract/pages.ts'

export const comingBack: PagePath = '/payment-processing'

/** The page of ours that an address names, or undefined when it is anything else: nobody is sent to a stranger after paying. */
export function ownPage(address: string, ours: { publicUrl: string; host: string | undefined }): PagePath | undefined {
  if (!URL.canParse(address, ours.publicUrl)) return undefined
  const { protocol, host, pathname } = new URL(address, ours.publicUrl)
  const isOurs = host === new URL(ours.publicUrl).host || (ours.host !== undefined && host === ours.host)
  const isPage = Object.hasOwn(pages, pathname)
  return isOurs && isPage && /^https?:$/.test(protocol) ? (pathname as PagePath) : undefined
}

/** A gateway takes at most 16 letters and digits, and none twice: the code of the order and the number of the attempt. */
export function referenceOf(paymentCode: string, attempt: number): string {
  return `${paymentCode}${attempt.toString(36).toUpperCase().padStart(3, '0')}`
}
