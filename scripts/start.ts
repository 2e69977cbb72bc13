/** `npm start`: builds the site when it is out of date, then keeps the server running: one that crashes is started again. */
import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { engineFlags } from '#server/platform/engine.ts'
import { build, isStale } from './build.ts'

/** A server that dies this soon after its start has a reason that another start will not cure. */
const tooSoon = 5000
const wrongSettings = 78

if (isStale()) await build()

let server: ChildProcess
let asked = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    asked = true
    server.kill('SIGTERM')
  })
}

for (let failures = 0; ;) {
  const started = Date.now()
  const { code, signal } = await life()
  if (asked || code === 0 || code === wrongSettings) process.exit(code ?? 0)
  // Killed from outside (a machine short of memory does so), it has not failed by itself: it may be killed as often as that.
  failures = signal !== 'SIGKILL' && Date.now() - started < tooSoon ? failures + 1 : 0
  if (failures === 5) {
    console.error('The server stopped five times in a row right after its start. The lines above say why.')
    process.exit(1)
  }
  console.error('The server stopped unexpectedly and is started again.')
  await pause(failures * 500)
  if (asked) process.exit(0)
}

function life(): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
  server = spawn(process.execPath, [...engineFlags, 'server/main.ts'], {
    stdio: 'inherit',
    env: { ...process.env, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? 'node_modules/.cache/compiled' },
  })
  return new Promise((done) => server.once('exit', (code, signal) => done({ code, signal })))
}
