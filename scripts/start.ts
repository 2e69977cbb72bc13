/** `npm start`: builds the site when it is out of date (never in production), then keeps the server running: one that crashes is started again. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { parseEnv } from 'node:util'
import { engineEnvironment, engineFlags } from '#server/platform/process/engine.ts'

/** A server that never opens, or dies this soon afterwards, has a reason that another start will not cure. */
const tooSoon = 5000
const wrongSettings = 78
/** Node ends with it when an option means nothing to it. */
const unknownOption = 9

/** npm starts us through a shell, and not every shell hands on what npm tells it: asked to stop, it is just gone. Windows does not tell. */
const shell = process.env.npm_lifecycle_event === 'start' && process.platform !== 'win32' ? process.ppid : undefined

await haveSite()

let server: ChildProcess
let asked = false
let flags = engineFlags
const stop = () => {
  asked = true
  server.kill('SIGTERM')
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
if (shell)
  setInterval(() => {
    if (process.ppid !== shell && !asked) stop()
  }, 250).unref()

for (let failures = 0; ;) {
  const { code, signal, openFor } = await life()
  // Asked to stop, nobody needs to know that it could not have opened.
  if (asked && openFor === 0) process.exit(0)
  if (asked || code === 0 || code === wrongSettings) process.exit(code ?? 0)
  if (code === unknownOption && flags.length > 0) {
    console.error(
      'This Node does not know how the server is to be started. It is started without flags, which is only slower.',
    )
    flags = []
    continue
  }
  // Killed from outside (a machine short of memory does so), it has not failed by itself: it may be killed as often as that.
  failures = signal !== 'SIGKILL' && openFor < tooSoon ? failures + 1 : 0
  if (failures === 5) {
    console.error('The server stopped five times in a row right after its start. The lines above say why.')
    process.exit(1)
  }
  console.error('The server stopped unexpectedly and is started again.')
  await pause(failures * 500)
  if (asked) process.exit(0)
}

/** A build needs the development packages and a folder that can be written. In production neither is there, and a start that built would fail again and again. */
async function haveSite(): Promise<void> {
  const { build, isStale } = await import('./build.ts')
  if (!isStale()) return
  if (!isProduction()) return void (await build())
  if (existsSync('dist/stamp'))
    return console.error(
      'The site in dist/ was built from other sources than these, and is served as it is. To replace it: npm run build, then a restart.',
    )
  console.error('The site is not built, and a start in production builds nothing: npm run build, then start again.')
  process.exit(wrongSettings)
}

/** As the server will read it: in the environment, and below it in `.env`. */
function isProduction(): boolean {
  const written = existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')).NODE_ENV : undefined
  return (process.env.NODE_ENV ?? written) === 'production'
}

type Life = { code: number | null; signal: NodeJS.Signals | null; openFor: number }

function life(): Promise<Life> {
  server = spawn(process.execPath, [...flags, 'server/main.ts'], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { NODE_COMPILE_CACHE: 'node_modules/.cache/compiled', ...engineEnvironment, ...process.env },
  })
  let openedAt: number | undefined
  server.once('message', () => (openedAt = Date.now()))
  return new Promise((done) =>
    server.once('exit', (code, signal) => done({ code, signal, openFor: openedAt ? Date.now() - openedAt : 0 })),
  )
}
