/** `node server/main.ts`: reads the settings, starts the portal, says where it is, and stops when asked. */
import { flushCompileCache } from 'node:module'
import { demoPerson, demoReviewer, demoStaff } from './demo/seed.ts'
import { type Config, readSettings } from './kernel/settings.ts'
import { endWith } from './platform/process/mistakes.ts'
import { stopWhenAsked } from './platform/process/stop-when-asked.ts'
import { unsafeAllowed } from './platform/process/unsafe.ts'
import { startPortal } from './portal.ts'

const asked = new AbortController()
try {
  const starting = startPortal(readSettings(), { asked: asked.signal })
  stopWhenAsked(starting, asked)
  const { config, address } = await starting
  // The supervisor wants to know. If it is gone, we are about to stop.
  process.send?.('open', undefined, undefined, () => undefined)
  // Otherwise written at a calm end only, and the next start after a crash would be a slow one.
  flushCompileCache()
  if (process.stdout.isTTY || !config.production) welcome(config, address)
} catch (error) {
  // Asked to stop, it need not tell that it could not have opened.
  if (asked.signal.aborted) process.exit(0)
  endWith(error)
}

function welcome(config: Config, address: string): void {
  const unsafe = unsafeAllowed(config).map((sentence) => `  Unsafe      ${sentence}`)
  if (!config.SERVICES.includes('portal')) {
    return console.log(`${['', `  The payment service listens at ${address}`, ...unsafe].join('\n')}\n`)
  }
  const open = config.production ? config.PUBLIC_URL : address.replace('127.0.0.1', 'localhost')
  const lines = [
    '',
    `  Colloquium is open at ${open}`,
    '',
    `  Database    ${config.DATABASE_URL ? 'yours (DATABASE_URL)' : `its own PostgreSQL, in ${config.DATA_DIR}`}`,
    ...unsafe,
  ]
  if (!config.production) {
    lines.push(
      `  Sign in as  ${demoPerson.email} with the password ${demoPerson.password}`,
      ...(config.DEMONSTRATION === 'living'
        ? [`  Review as   ${demoReviewer.email} with the password ${demoReviewer.password}`]
        : []),
      ...demoStaff.map(({ line, email, password }) => `  ${line.padEnd(11)} ${email} with the password ${password}`),
      `  Mail        ${config.SMTP_URL ? 'goes out through SMTP_URL' : `can be read at ${open}/_mail`}`,
      '',
      '  This is a demonstration: a made-up event, no real payments.',
      '  For production set NODE_ENV=production, PUBLIC_URL, SMTP_URL and PAYMENT_PROVIDER; .env.example lists everything.',
    )
  }
  console.log(`${lines.join('\n')}\n`)
}
