/** One look for every mail: a plain part to read anywhere, and an HTML part in the colours of the site. */
import { homeTimeZone } from '#contract/days.ts'
import { plainText } from '#contract/plain-text.ts'

export type Written = { subject: string; text: string; html: string }
type Part = string | { pin: string } | { link: string; label: string }
type LetterWords = { subject: string; greeting: string; paragraphs: Part[] }

export function letter({ subject, greeting: addressed, paragraphs }: LetterWords): Written {
  // A line end in a name would begin a paragraph that we did not write.
  const greeting = plainText(addressed)
  const text = [greeting, ...paragraphs.map(asText)].join('\n\n')
  const html = [
    '<!doctype html><html lang="en"><body style="margin:0;background:#f3f6f5;color:#10262b;font:16px/1.55 Arial,sans-serif">',
    '<table role="presentation" width="100%"><tr><td align="center" style="padding:24px">',
    '<table role="presentation" width="100%" style="max-width:480px;background:#ffffff;border-top:6px solid #0b5563;border-radius:8px"><tr><td style="padding:24px">',
    `<h1 style="margin:0 0 16px;font:500 24px Georgia,serif">${escapeHtml(greeting)}</h1>`,
    ...paragraphs.map(asHtml),
    '</td></tr></table></td></tr></table></body></html>',
  ].join('')
  return { subject, text: `${text}\n`, html }
}

function asText(part: Part): string {
  if (typeof part === 'string') return part
  return 'pin' in part ? `    ${part.pin}` : `${part.label}:\n${part.link}`
}

function asHtml(part: Part): string {
  if (typeof part === 'string') return `<p style="margin:0 0 16px">${escapeHtml(part)}</p>`
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
export function momentInWords(moment: Date): string {
  const format = { dateStyle: 'long', timeStyle: 'short', timeZone: homeTimeZone } as const
  return `${new Intl.DateTimeFormat('en-GB', format).format(moment)} (${homeTimeZone})`
}
