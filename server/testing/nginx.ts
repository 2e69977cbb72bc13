/** The README's nginx, started as it stands there, with other ports, a certificate of its own and its logs in a folder. */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { request as ask } from 'node:https'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { hasProgram } from './needs.ts'
import { freePort } from './ports.ts'
import { aFolder, until } from './process.ts'

export const hasNginx = hasProgram('nginx', '-v') && hasProgram('openssl', 'version')
export const nginxBlock = /```nginx\n([\s\S]*?)```/.exec(readFileSync('README.md', 'utf8'))?.[1] ?? ''
export const siteName = 'cpd.example.edu'

export type Nginx = {
  folder: string
  tls: number
  plain: number
  /** The block as it stands in a file, which nginx reads again when told so. */
  site: string
  /** The words before `-t` or `-s reload`, for this nginx and no other of the machine. */
  words: string[]
}

export async function startNginx({
  portal,
  written = nginxBlock,
}: {
  portal: number
  written?: string
}): Promise<Nginx> {
  const folder = aFolder()
  chmodSync(folder, 0o755)
  const [tls, plain] = [await freePort(), await freePort()]
  const key = join(folder, 'key.pem')
  const certificate = join(folder, 'certificate.pem')
  const subject = `req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=${siteName} -keyout ${key} -out ${certificate}`
  execFileSync('openssl', subject.split(' '), { stdio: 'ignore' })
  const site = join(folder, 'site.conf')
  writeFileSync(
    site,
    written
      .replace('server 127.0.0.1:3000;', `server 127.0.0.1:${portal};`)
      .replace('listen 443 ', `listen 127.0.0.1:${tls} `)
      .replace('listen 80;', `listen 127.0.0.1:${plain};`)
      .replace(/\/etc\/ssl\/\S+\.pem/, certificate)
      .replace(/\/etc\/ssl\/\S+\.key/, key)
      .replaceAll('/var/log/nginx', folder),
  )
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, `${around(folder)}\ninclude ${site};\n}\n`)
  const words = ['-c', file, '-e', 'stderr', '-p', folder]
  await begin(words, join(folder, 'pid'))
  await until(() => handshake(tls, '-tls1_2') !== undefined)
  return { folder, tls, plain, site, words }
}

/** What nginx comes with: a log of whole addresses for every site that does not say otherwise. */
function around(folder: string): string {
  mkdirSync(join(folder, 'temporary'))
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${join(folder, 'temporary', kind)};`)
    .join('\n')
  const beginning = `daemon off;\npid ${join(folder, 'pid')};\nerror_log stderr;\nevents {}\nhttp {`
  return `${beginning}\n${temporary}\naccess_log ${join(folder, 'access.log')};`
}

async function begin(words: string[], pidFile: string): Promise<void> {
  const server = spawn('nginx', words, { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  server.stderr.on('data', (part: Buffer) => (said += part.toString()))
  onTestFinished(async () => {
    server.kill('SIGTERM')
    await until(() => server.exitCode !== null || server.signalCode !== null)
  })
  await until(() => existsSync(pidFile) || server.exitCode !== null)
  if (server.exitCode !== null) throw new Error(`nginx does not start: ${said}`)
}

/** The suite that was agreed on, or undefined when there was none. */
export function handshake(port: number, ...words: string[]): string | undefined {
  const { stdout } = spawnSync(
    'openssl',
    ['s_client', '-connect', `127.0.0.1:${port}`, '-servername', siteName, ...words],
    { input: '', encoding: 'utf8', stdio: ['pipe', 'pipe', 'ignore'] },
  )
  const agreed = /(?:New|Reused), (TLSv[\d.]+), Cipher is (\S+)/.exec(stdout)
  const protocol = /^\s*Protocol\s*: (\S+)/m.exec(stdout)?.[1] ?? agreed?.[1]
  return agreed?.[2] && agreed[2] !== '(NONE)' ? `${protocol} ${agreed[2]}` : undefined
}

type Question = { path: string; method?: 'GET' | 'POST'; token?: string | undefined; body?: Record<string, string> }
export type Answer = { status: number | undefined; server: unknown; body: string }

/** Through TLS, on a connection of its own. */
export async function askNginx(port: number, { path, method = 'GET', token, body }: Question): Promise<Answer> {
  const asking = ask({
    port,
    host: '127.0.0.1',
    path,
    method,
    rejectUnauthorized: false,
    headers: {
      host: siteName,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    agent: false,
  })
  asking.end(body && JSON.stringify(body))
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  asking.once('error', reject)
  asking.once('response', (reply) => {
    buffer(reply).then(
      (bytes) => resolve({ status: reply.statusCode, server: reply.headers.server, body: bytes.toString() }),
      reject,
    )
  })
  return promise
}
