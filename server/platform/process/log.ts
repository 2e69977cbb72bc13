import { type Logger as PinoLogger, pino } from 'pino'

export type Logger = Pick<PinoLogger, 'debug' | 'info' | 'warn' | 'error'>

/** Names under which a secret or a person's words could reach a log line by mistake. */
export const neverLogged = [
  'authorization',
  'cookie',
  'Password',
  'password',
  'OTP',
  'pin',
  'token',
  'Captcha',
  'captcha',
  'secret',
  'body',
  'html',
  'text',
]

/** One JSON object a line, to standard output. */
export function makeLog(level: string, destination?: { write: (line: string) => void }): PinoLogger {
  const paths = neverLogged.flatMap((name) => [name, `*.${name}`, `*.*.${name}`])
  const options = { level, base: null, redact: { paths, censor: '[not logged]' } }
  return destination ? pino(options, destination) : pino(options)
}
