import { createHash } from 'node:crypto'

export type InlineParts = { style: string; boot: string }
/** What a page may take from other sites, beside our own files. */
export type Outside = { frame?: string | undefined; captcha?: string | undefined; portals?: string | undefined }

const locked = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
}

/** On every answer. Whatever is not a page may load nothing, run nothing and be framed by nobody. */
export function commonHeaders(publicUrl: string): Record<string, string> {
  const secure = publicUrl.startsWith('https:')
  return {
    ...locked,
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    'cache-control': 'no-store',
    // What may be kept says itself what it depends on.
    vary: 'authorization, cookie',
    ...(secure && { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }),
  }
}

/** For a file that somebody uploaded, should a browser open it by itself. */
export const downloadPolicy = "sandbox; default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/** A page may run our own files and its two inline parts, known by their hash. */
export function pagePolicy({ style, boot }: InlineParts, { frame, captcha, portals }: Outside = {}): string {
  const also = captcha ? ` ${captcha}` : ''
  return [
    "default-src 'none'",
    `script-src 'self' ${hashOf(boot)}${also}`,
    `style-src 'self' ${hashOf(style)}${also}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${also}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    `frame-src ${frame ?? captcha ?? "'none'"}`,
    // People are sent to the bank by a form.
    `form-action 'self'${portals ? ` ${portals}` : ''}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    // The scripts of outside captchas were not written for it. The one policy lets the editor read what is pasted, in a document that runs nothing.
    ...(captcha ? [] : ["require-trusted-types-for 'script'", 'trusted-types ProseMirrorClipboard']),
  ].join('; ')
}

/** A page that is only looked at, in a frame of ours: it runs nothing and asks nobody else. */
export const stillPolicy = (style: string): string =>
  [
    'sandbox allow-same-origin',
    "default-src 'none'",
    `style-src ${hashOf(style)}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ')

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
