/** The README's nginx, started as it stands there, with the portal behind it. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Kept, SiteSource } from '#server/kernel/site.ts'
import { makeLog } from '#server/platform/process/log.ts'
import { listen, makeTestApp, worldWithoutDatabase } from '#server/testing/app.ts'
import { askNginx, handshake, hasNginx, nginxBlock, siteName as name, startNginx } from '#server/testing/nginx.ts'
import { until } from '#server/testing/process.ts'

/** As in 0.1: nothing is said of protocols and suites. */
const careless = nginxBlock.replace(/^ {2}ssl_(protocols|ciphers) .*$/gm, '')

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
    content: {
      now: async () => ({ mark: '', content }) as unknown as Kept,
      of: async () => undefined,
      with: async () => content as never,
    },
    development: false,
  } satisfies SiteSource
  const env = { PUBLIC_URL: `https://${name}`, TRUSTED_PROXIES: '127.0.0.1' }
  const app = await makeTestApp(worldWithoutDatabase(makeLog('silent')), { env, site })
  return (await listen(app)).port
}

const nginx = async (written = nginxBlock) => startNginx({ portal: await portal(), written })

const get = (port: number, path: string) => askNginx(port, { path })

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
