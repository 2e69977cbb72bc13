/** One look for every mail: a plain part to read anywhere, and an HTML part in the colours of the site. */
import { homeTimeZone } from '#contract/days.ts'
import { plainText } from '#contract/plain-text.ts'

/** `isSecret`: it holds a PIN or a link that opens something. Nobody of the staff reads such a letter. */
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
export type Part = string | { pin: string } | { link: string; label: string } | Item
type LetterWords = { subject: string; greeting: string; paragraphs: Part[]; calendar?: string }

export function letter({ subject, greeting: addressed, paragraphs, calendar }: LetterWords): Written {
  // A line end in a name would begin a paragraph that we did not write.
  const greeting = plainText(addressed)
  const text = [greeting, ...paragraphs.map(asText)].join('\n\n')
  const heading = `<h1 style="margin:0 0 16px;font:500 24px Georgia,serif">${escapeHtml(greeting)}</h1>`
  const html = framed([heading, ...paragraphs.map(asHtml)])
  const isSecret = paragraphs.some(opensSomething)
  return { subject, text: `${text}\n`, html, isSecret, ...(calendar && { calendar }) }
}

/** What stands behind # or ? in a link of ours is a token. */
function opensSomething(part: Part): boolean {
  return typeof part !== 'string' && ('pin' in part || ('link' in part && /[#?]/.test(part.link)))
}

function framed(parts: string[]): string {
  return [
    '<!doctype html><html lang="en"><body style="margin:0;background:#f3f6f5;color:#10262b;font:16px/1.55 Arial,sans-serif">',
    '<table role="presentation" width="100%"><tr><td align="center" style="padding:24px">',
    '<table role="presentation" width="100%" style="max-width:480px;background:#ffffff;border-top:6px solid #0b5563;border-radius:8px"><tr><td style="padding:24px">',
    ...parts,
    '</td></tr></table></td></tr></table></body></html>',
  ].join('')
}

/** A run of words that look alike. */
type Run = { text: string; bold?: true; italic?: true; href?: string }
type FreeWords = {
  subject: string
  paragraphs: readonly (readonly Run[])[]
  footer?: { words: string; link: string; label: string }
}

/** A letter whose every word somebody wrote. What they typed is text: the marks are ours. */
export function freeLetter({ subject, paragraphs, footer }: FreeWords): Written {
  const parts = paragraphs.map((runs) => `<p style="margin:0 0 16px">${runs.map(runAsHtml).join('')}</p>`)
  const texts = paragraphs.map((runs) => runs.map(runAsText).join(''))
  if (footer) {
    const link = `<a href="${escapeHtml(footer.link)}" style="color:#0b5563">${escapeHtml(footer.label)}</a>`
    parts.push(`<p style="margin:24px 0 0;color:#4a6068;font-size:14px">${escapeHtml(footer.words)} ${link}</p>`)
    texts.push(`-- \n${footer.words} ${footer.label}:\n${footer.link}`)
  }
  return { subject, text: `${texts.join('\n\n')}\n`, html: framed(parts), isSecret: false }
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
  return 'pin' in part ? `    ${part.pin}` : `${part.label}:\n${part.link}`
}

function asHtml(part: Part): string {
  if (typeof part === 'string') return `<p style="margin:0 0 16px">${escapeHtml(part)}</p>`
  if ('item' in part) {
    const lines = [`<strong>${escapeHtml(part.item)}</strong>`, ...part.details.map(escapeHtml)]
    return `<p style="margin:0 0 16px">${lines.join('<br>')}</p>`
  }
  if ('pin' in part) {
    return `<p style="margin:0 0 16px;font:600 32px Consolas,monospace;letter-spacing:6px">${escapeHtml(part.pin)}</p>`
  }
  return `<p style="margin:0 0 16px"><a href="${escapeHtml(part.link)}" style="display:inline-block;padding:12px 24px;background:#0b5563;color:#ffffff;border-radius:8px;text-decoration:none;font-weight:600">${escapeHtml(part.label)}</a></p>`
}

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
