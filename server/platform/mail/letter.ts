/** The words of an email, and the frame around them: a plain part to read anywhere, and an HTML part in the colours of the site. */
import { homeTimeZone } from '#contract/days.ts'
import { plainText } from '#contract/plain-text.ts'

/**
 * The email's own words. Letterhead, greeting and closing are added when it is delivered (`framed`). `isSecret`: it holds a PIN or a link
 * that opens something, and no staff may read it.
 */
export type Written = {
  subject: string
  text: string
  html: string
  isSecret: boolean
  /** A calendar file that goes with it. */
  calendar?: string
}
/** A thing with what is known of it, a line each. */
type Item = { item: string; details: readonly string[] }
/** A run of words that look alike. */
type Run = { text: string; bold?: true; italic?: true; href?: string }
/** A paragraph with a few marks, as staff write one. */
type Marked = { runs: readonly Run[] }
export type Part = string | { pin: string } | { link: string; label: string } | Item | Marked
type LetterWords = { subject: string; paragraphs: Part[]; calendar?: string }

export function letter({ subject, paragraphs, calendar }: LetterWords): Written {
  const text = paragraphs.map(asText).join('\n\n')
  const html = paragraphs.map(asHtml).join('')
  const isSecret = paragraphs.some(opensSomething)
  return { subject, text: `${text}\n`, html, isSecret, ...(calendar && { calendar }) }
}

/** What stands behind # or ? in a link of ours is a token. */
function opensSomething(part: Part): boolean {
  return typeof part !== 'string' && ('pin' in part || ('link' in part && /[#?]/.test(part.link)))
}

export type Letterhead = {
  college: string
  department: string
  /** The address of a PNG or JPEG: few mail programs show anything else. */
  logo: string | undefined
}
type Around = {
  letterhead: Letterhead
  /** Undefined for one whose every word staff wrote: it has their own greeting and closing. */
  greeting: string | undefined
}
type Body = Pick<Written, 'subject' | 'text' | 'html'>

/** The two parts as they are sent. */
export function framed(
  { subject, text, html }: Body,
  { letterhead, greeting }: Around,
): Pick<Written, 'text' | 'html'> {
  const { college, department } = letterhead
  const isOwnWords = greeting === undefined
  const closing = ['Kind regards,', department, college].filter((line) => line !== '').map((line) => plainText(line))
  return {
    text: isOwnWords ? text : `${plainText(greeting)}\n\n${text.trimEnd()}\n\n${closing.join('\n')}\n`,
    html: [
      '<!doctype html><html lang="en"><body style="margin:0;background:#f3f6f5;color:#10262b;font:16px/1.55 Arial,sans-serif">',
      '<table role="presentation" width="100%"><tr><td align="center" style="padding:24px">',
      '<table role="presentation" width="100%" style="max-width:480px;background:#ffffff;border-top:6px solid #0b5563;border-radius:8px"><tr><td style="padding:24px">',
      headOf(letterhead),
      `<h1 style="margin:0 0 16px;font:500 24px Georgia,serif">${escapeHtml(subject)}</h1>`,
      isOwnWords ? '' : `<p style="margin:0 0 16px">${escapeHtml(plainText(greeting))}</p>`,
      html,
      isOwnWords ? '' : `<p style="margin:24px 0 0">${closing.map(escapeHtml).join('<br>')}</p>`,
      '</td></tr></table></td></tr></table></body></html>',
    ].join(''),
  }
}

/** The name stands in words as well: many mail programs show no picture until the reader asks for it. */
function headOf({ college, logo }: Letterhead): string {
  const picture = logo
    ? `<img src="${escapeHtml(logo)}" alt="" height="40" style="height:40px;max-width:160px;vertical-align:middle;margin-right:12px">`
    : ''
  return `<p style="margin:0 0 24px;padding:0 0 16px;border-bottom:1px solid #d5dedc;color:#4a6068;font-weight:600">${picture}${escapeHtml(college)}</p>`
}

type FreeWords = {
  subject: string
  paragraphs: readonly (readonly Run[])[]
  footer?: { words: string; link: string; label: string }
}

/** A letter whose every word somebody wrote. What they typed is text: the marks are ours. */
export function freeLetter({ subject, paragraphs, footer }: FreeWords): Written {
  const parts = paragraphs.map((runs) => asHtml({ runs }))
  const texts = paragraphs.map((runs) => asText({ runs }))
  if (footer) {
    const link = `<a href="${escapeHtml(footer.link)}" style="color:#0b5563">${escapeHtml(footer.label)}</a>`
    parts.push(`<p style="margin:24px 0 0;color:#4a6068;font-size:14px">${escapeHtml(footer.words)} ${link}</p>`)
    texts.push(`-- \n${footer.words} ${footer.label}:\n${footer.link}`)
  }
  return { subject, text: `${texts.join('\n\n')}\n`, html: parts.join(''), isSecret: false }
}

const runAsText = ({ text, href }: Run): string => (href && href !== text ? `${text} (${href})` : text)

function runAsHtml({ text, bold, italic, href }: Run): string {
  const words = escapeHtml(text).replaceAll('\n', '<br>')
  const strong = bold ? `<strong>${words}</strong>` : words
  const slanted = italic ? `<em>${strong}</em>` : strong
  return href ? `<a href="${escapeHtml(href)}" style="color:#0b5563">${slanted}</a>` : slanted
}

function asText(part: Part): string {
  if (typeof part === 'string') return part
  if ('item' in part) return [part.item, ...part.details].join('\n')
  if ('runs' in part) return part.runs.map(runAsText).join('')
  return 'pin' in part ? `    ${part.pin}` : `${part.label}:\n${part.link}`
}

function asHtml(part: Part): string {
  if (typeof part === 'string') return `<p style="margin:0 0 16px">${escapeHtml(part)}</p>`
  if ('item' in part) {
    const lines = [`<strong>${escapeHtml(part.item)}</strong>`, ...part.details.map(escapeHtml)]
    return `<p style="margin:0 0 16px">${lines.join('<br>')}</p>`
  }
  if ('runs' in part) return `<p style="margin:0 0 16px">${part.runs.map(runAsHtml).join('')}</p>`
  if ('pin' in part) {
    return `<p style="margin:0 0 16px;font:600 32px Consolas,monospace;letter-spacing:6px">${escapeHtml(part.pin)}</p>`
  }
  return `<p style="margin:0 0 16px"><a href="${escapeHtml(part.link)}" style="display:inline-block;padding:12px 24px;background:#0b5563;color:#ffffff;border-radius:8px;text-decoration:none;font-weight:600">${escapeHtml(part.label)}</a></p>`
}

/** `12 January 2027` for `2027-01-12`. */
export const dayInWords = (day: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))

/** Whatever a person typed is text, never markup. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/** `8 November 2026 at 14:00 (Asia/Karachi)` */
export function momentInWords(moment: Date, timeZone = homeTimeZone): string {
  const format = { dateStyle: 'long', timeStyle: 'short', timeZone } as const
  return `${new Intl.DateTimeFormat('en-GB', format).format(moment)} (${timeZone})`
}

/** `Tuesday 12 January 2027, 09:00 to 12:00 (Asia/Karachi)` */
function slotInWords({ startsAt, durationMinutes }: Slot, timeZone = homeTimeZone): string {
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone }).format(startsAt).replace(',', '')
  const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone })
  const endsAt = new Date(startsAt.getTime() + durationMinutes * 60_000)
  return `${day}, ${clock.format(startsAt)} to ${clock.format(endsAt)} (${timeZone})`
}
type Slot = { startsAt: Date; durationMinutes: number }

/** A line each; a venue that is not known is left out. */
export const whenAndWhere = (slot: Slot & { venue: string }, timeZone?: string): string[] =>
  [slotInWords(slot, timeZone), slot.venue].filter(Boolean)
