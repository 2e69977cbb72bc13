/** The README's nginx, started as it stands there, with the portal behind it. */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { request as ask } from 'node:https'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { makeLog } from '#server/platform/process/log.ts'
import type { Kept, SiteSource } from '#server/site.ts'
import { listen, makeTestApp, worldWithoutDatabase } from '#server/testing/app.ts'
import { hasProgram } from '#server/testing/needs.ts'
import { freePort } from '#server/testing/ports.ts'
import { aFolder, until } from '#server/testing/process.ts'

const hasNginx = hasProgram('nginx', '-v') && hasProgram('openssl', 'version')
const block = /```nginx\n([\s\S]*?)```/.exec(readFileSync('README.md', 'utf8'))?.[1] ?? ''
const name = 'cpd.example.edu'

/** As in 0.1: nothing is said of protocols and suites. */
const careless = block.replace(/^ {2}ssl_(protocols|ciphers) .*$/gm, '')

async function portal(): Promise<number> {
  const content = {
    publicUrl: `https://${name}`,
    today: '2026-11-01',
    site: { securityContact: 'security@example.edu' },
  }
  const site = {
    assets: { styles: { app: '', content: '' }, boot: '', script: '', preloads: {} },
    render: async () => '',
    files: new Map(),
    content: async () => ({ mark: '', content }) as unknown as Kept,
    development: false,
  } satisfies SiteSource
  const env = { PUBLIC_URL: `https://${name}`, TRUSTED_PROXIES: '127.0.0.1' }
  const app = await makeTestApp(worldWithoutDatabase(makeLog('silent')), { env, site })
  return (await listen(app)).port
}

/** Starts it with other ports, a certificate of its own and its logs in a folder. */
async function nginx(written = block) {
  const folder = aFolder()
  chmodSync(folder, 0o755)
  const [tls, plain] = [await freePort(), await freePort()]
  const key = join(folder, 'key.pem')
  const certificate = join(folder, 'certificate.pem')
  const words = `req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=${name} -keyout ${key} -out ${certificate}`
  execFileSync('openssl', words.split(' '), { stdio: 'ignore' })
  const site = written
    .replace('server 127.0.0.1:3000;', `server 127.0.0.1:${await portal()};`)
    .replace('listen 443 ', `listen 127.0.0.1:${tls} `)
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replace(/\/etc\/ssl\/\S+\.pem/, certificate)
    .replace(/\/etc\/ssl\/\S+\.key/, key)
    .replaceAll('/var/log/nginx', folder)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${join(folder, 'temporary', kind)};`)
    .join('\n')
  mkdirSync(join(folder, 'temporary'))
  const file = join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `daemon off;\npid ${join(folder, 'pid')};\nerror_log stderr;\nevents {}\nhttp {\n${temporary}\n${distribution(folder)}\n${site}\n}\n`,
  )
  const server = spawn('nginx', ['-c', file, '-e', 'stderr', '-p', folder], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  server.stderr.on('data', (part: Buffer) => (said += part.toString()))
  onTestFinished(async () => {
    server.kill('SIGTERM')
    await until(() => server.exitCode !== null || server.signalCode !== null)
  })
  await until(() => existsSync(join(folder, 'pid')) || server.exitCode !== null)
  if (server.exitCode !== null) throw new Error(`nginx does not start: ${said}`)
  await until(() => handshake(tls, '-tls1_2') !== undefined)
  return { folder, tls, plain }
}

/** What nginx comes with: a log of whole addresses for every site that does not say otherwise. */
const distribution = (folder: string) => `access_log ${join(folder, 'access.log')};`

/** The suite that was agreed on, or undefined when there was none. */
function handshake(port: number, ...words: string[]): string | undefined {
  const { stdout } = spawnSync(
    'openssl',
    ['s_client', '-connect', `127.0.0.1:${port}`, '-servername', name, ...words],
    {
      input: '',
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'ignore'],
    },
  )
  const agreed = /(?:New|Reused), (TLSv[\d.]+), Cipher is (\S+)/.exec(stdout)
  const protocol = /^\s*Protocol\s*: (\S+)/m.exec(stdout)?.[1] ?? agreed?.[1]
  return agreed?.[2] && agreed[2] !== '(NONE)' ? `${protocol} ${agreed[2]}` : undefined
}

async function get(port: number, path: string) {
  const asking = ask({
    port,
    host: '127.0.0.1',
    path,
    rejectUnauthorized: false,
    headers: { host: name },
    agent: false,
  })
  asking.end()
  const { promise, resolve, reject } = Promise.withResolvers<{
    status: number | undefined
    server: unknown
    body: string
  }>()
  asking.once('error', reject)
  asking.once('response', (reply) => {
    void buffer(reply).then((body) =>
      resolve({ status: reply.statusCode, server: reply.headers.server, body: body.toString() }),
    )
  })
  return promise
}

const withoutForwardSecrecy = ['-tls1_2', '-cipher', 'ALL:!ECDHE:!DHE:!aNULL:!eNULL:!PSK:!SRP:@SECLEVEL=0']

test.runIf(hasNginx)(
  'people reach the portal by TLS 1.3 or 1.2, with suites that keep their words safe, and by nothing older (needs nginx and openssl)',
  async () => {
    const { tls } = await nginx()

    expect(handshake(tls, '-tls1_3')).toMatch(/^TLSv1\.3 TLS_/)
    expect(handshake(tls, '-tls1_2')).toMatch(/^TLSv1\.2 ECDHE-RSA-(AES\d+-GCM-SHA\d+|CHACHA20-POLY1305)$/)
    expect(handshake(tls, '-tls1_1', '-cipher', 'ALL:@SECLEVEL=0')).toBeUndefined()
    expect(handshake(tls, '-tls1', '-cipher', 'ALL:@SECLEVEL=0')).toBeUndefined()
    expect(handshake(tls, ...withoutForwardSecrecy)).toBeUndefined()
    expect(handshake(tls, '-tls1_2', '-cipher', 'ALL:!ECDHE:!aNULL:@SECLEVEL=0')).toBeUndefined()
    expect(handshake(tls, '-tls1_2', '-cipher', 'ECDHE:!AESGCM:!CHACHA20:!aNULL:@SECLEVEL=0')).toBeUndefined()
  },
)

test.runIf(hasNginx)(
  'control: where the block says nothing of it, suites without forward secrecy are taken (needs nginx and openssl)',
  async () => {
    const { tls } = await nginx(careless)
    expect(handshake(tls, ...withoutForwardSecrecy)).toMatch(/^TLSv1\.2 (AES|CAMELLIA|ARIA)/)
  },
)

test.runIf(hasNginx)(
  'behind it the portal answers, says no version, and no query is logged (needs nginx and openssl)',
  async () => {
    const { tls, plain, folder } = await nginx()

    expect(await get(tls, '/healthz?pin=493027')).toEqual({ status: 200, server: 'nginx', body: '{"Status":"alive"}' })
    expect((await get(tls, '/.well-known/security.txt')).body).toContain('Contact: mailto:security@example.edu\n')
    expect((await get(tls, '/metrics')).status).toBe(404)
    await fetch(`http://127.0.0.1:${plain}/healthz?pin=493027`, { redirect: 'manual' })
    const logs = () =>
      ['colloquium.log', 'colloquium-error.log', 'access.log'].map((file) => readFileSync(join(folder, file), 'utf8'))
    await until(() => logs().join('').includes(`" 301 `))
    expect(logs().join('')).toContain('"GET /healthz HTTP/1.1" 200')
    expect(logs().join('')).not.toContain('493027')
  },
)

test.runIf(hasNginx)(
  'it speaks HTTP/2, and sends whoever comes without TLS to where there is some (needs nginx and openssl)',
  async () => {
    const { tls, plain } = await nginx()
    const { stdout } = spawnSync('openssl', ['s_client', '-connect', `127.0.0.1:${tls}`, '-alpn', 'h2,http/1.1'], {
      input: '',
      encoding: 'utf8',
    })
    expect(stdout).toContain('ALPN protocol: h2')

    const reply = await fetch(`http://127.0.0.1:${plain}/login?next=1`, { redirect: 'manual' })
    expect([reply.status, reply.headers.get('location')]).toEqual([301, 'https://127.0.0.1/login?next=1'])
  },
)
