/** The portal as people run it, at the cluster, with a mail server that keeps what it is given. */
import { spawn } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '#server/testing/ports.ts'
import { kill } from '#server/testing/power-cut.ts'
import { opened, root } from '#server/testing/process.ts'

export type Portal = AsyncDisposable & { address: string; lines: () => string[] }

type Settings = { url: string; smtp: string; home: string }

export async function startPortal({ url, smtp, home }: Settings): Promise<Portal> {
  const port = await freePort()
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, ['scripts/start.ts'], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH,
      HOME,
      PORT: String(port),
      HOST: '127.0.0.1',
      // With the made-up event: there is something to buy.
      NODE_ENV: 'development',
      DATABASE_URL: url,
      DATA_DIR: join(home, 'portal'),
      SMTP_URL: smtp,
      CAPTCHA_PROVIDER: 'none',
      TRUSTED_PROXIES: '127.0.0.1',
      LOG_LEVEL: 'warn',
      DEMONSTRATION: 'small',
    },
  })
  const pid = child.pid as number
  let text = ''
  const keep = (part: Buffer) => {
    text += part.toString()
    appendFileSync(join(home, 'portal.txt'), part)
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const ended = new Promise<number | string>((done) => child.once('exit', (code, signal) => done(code ?? signal ?? '')))
  const address = `http://127.0.0.1:${port}`
  const stop = async () => {
    if (hasEnded()) return
    kill(pid, 'SIGTERM')
    const timer = setTimeout(() => kill(-pid), 30_000)
    await ended
    clearTimeout(timer)
  }
  try {
    await opened({ pid, address, output: () => text, hasEnded, ended })
  } catch (error) {
    kill(-pid)
    throw error
  }
  return { address, lines: () => text.split('\n').filter(Boolean), [Symbol.asyncDispose]: stop }
}
