/**
 * SEC-069 and SEC-078 behind the proxies that people have: odd requests are answered at most once and change nobody else's answer, and what is
 * one person's reaches nobody else out of a proxy that keeps all it may. A proxy that this machine lacks is named as not asked.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#server/testing/ports.ts'
import { oddRequests } from '#server/testing/wire.ts'
import { end, start } from './measure.ts'
import { signedInPeople } from './people.ts'
import { setStage } from './stage.ts'

const drawing = '/art/payment-sandbox.svg'

type Road = { folder: string; from: number; to: number }
type Proxy = { program: string; version: string[]; settings: (road: Road) => string; words: (file: string) => string[] }

const proxies: Proxy[] = [
  {
    program: 'nginx',
    version: ['-v'],
    words: (file) => ['-c', file, '-e', 'stderr'],
    settings: ({ folder, from, to }) => `
      daemon off; pid ${folder}/pid; error_log stderr crit;
      events {}
      http {
        access_log off;
        client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
        proxy_cache_path ${folder}/kept keys_zone=kept:1m;
        upstream portal { server 127.0.0.1:${to}; keepalive 1; }
        server {
          listen 127.0.0.1:${from};
          location / {
            proxy_pass http://portal; proxy_http_version 1.1;
            proxy_set_header Host cpd.example.edu; proxy_set_header Connection "";
            proxy_cache kept; proxy_cache_key $request_uri; add_header x-kept $upstream_cache_status always;
          }
        }
      }`,
  },
  {
    program: 'haproxy',
    version: ['-v'],
    words: (file) => ['-f', file, '-db', '-q'],
    settings: ({ from, to }) => `
defaults
  mode http
  timeout connect 5s
  timeout client 30s
  timeout server 30s
  http-reuse always
frontend route
  bind 127.0.0.1:${from}
  http-request set-header Host cpd.example.edu
  default_backend portal
backend portal
  server one 127.0.0.1:${to}
`,
  },
]

export async function behindProxies(): Promise<string[]> {
  await using stage = await setStage()
  const [token = ''] = await signedInPeople(stage, 1)
  await using portal = await start(stage.ours)
  const told: string[] = []
  for (const proxy of proxies) {
    const { stdout, stderr, error } = spawnSync(proxy.program, proxy.version, { encoding: 'utf8' })
    if (error) told.push(`${proxy.program}: not installed here, so not asked`)
    else {
      await using route = await stand(proxy, portal.port)
      const [, version] = /(\d+\.\d+\.\d+)/.exec(stdout + stderr) ?? []
      told.push(`${proxy.program} ${version}: ${await oddOnes(route.port)}; ${await privateOnes(route.port, token)}`)
    }
  }
  return told
}

async function stand({ program, settings, words }: Proxy, to: number): Promise<AsyncDisposable & { port: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'colloquium-proxy-'))
  // Its workers are another account where it is started by root.
  chmodSync(folder, 0o755)
  for (const name of ['body', 'proxy', 'kept']) {
    mkdirSync(join(folder, name))
    chmodSync(join(folder, name), 0o777)
  }
  const port = await freePort()
  const file = join(folder, 'settings')
  writeFileSync(file, settings({ folder, from: port, to }))
  const child = spawn(program, words(file), { stdio: ['ignore', 'ignore', 'inherit'] })
  const close = async () => {
    await end(child)
    rmSync(folder, { recursive: true, force: true })
  }
  for (let tries = 0; !(await answersTo(port, '/healthz', 200)); tries += 1) {
    if (tries > 100) throw new Error(`${program} does not open.`)
    await pause(100)
  }
  return { port, [Symbol.asyncDispose]: close }
}

/** One at a time, and after each some that are not odd, over the same few connections between the proxy and us. */
async function oddOnes(port: number): Promise<string> {
  let beside = 0
  for (const [name, bytes] of oddRequests) {
    const answers = await heardFrom(port, bytes)
    if (answers > 1) throw new Error(`${name} was answered ${answers} times.`)
    for (const [path, status] of [
      ['/healthz', 200],
      ['/no-such-page', 404],
      ['/healthz', 200],
    ] as const) {
      if (!(await answersTo(port, path, status)))
        throw new Error(`After ${name}, ${path} is answered by something else.`)
      beside += 1
    }
  }
  return `${oddRequests.length} odd requests answered once at most, and ${beside} beside them as ever`
}

async function heardFrom(port: number, bytes: string): Promise<number> {
  const socket = connect(port, '127.0.0.1')
  let heard = ''
  socket.on('data', (part: Buffer) => (heard += part.toString('latin1')))
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(bytes, 'latin1')
  // Enough for a second answer, if there is one.
  await pause(400)
  socket.destroy()
  return heard.match(/HTTP\/1\.[01] \d+/g)?.length ?? 0
}

async function privateOnes(port: number, token: string): Promise<string> {
  const isKept = async (path: string) => {
    const reply = await fetch(`http://127.0.0.1:${port}${path}`)
    await reply.arrayBuffer()
    return reply.headers.get('x-kept') === 'HIT'
  }
  // What may be kept is, where anything is; otherwise the rest would show nothing.
  const [first, second] = [await isKept(drawing), await isKept(drawing)]
  const keeps = !first && second
  const personal = ['/api/MyOrders', '/api/GetAbstracts?EventID=1', '/profile', '/profile/x.css']
  for (const path of personal) {
    const ask = (headers: Record<string, string>) => fetch(`http://127.0.0.1:${port}${path}`, { headers })
    const owner = await ask({ authorization: `Bearer ${token}` })
    const stranger = await ask({})
    const kept = [owner, stranger].some((reply) => reply.headers.get('x-kept') === 'HIT')
    const isWrong = path.startsWith('/api/') && (owner.status !== 200 || stranger.status !== 401)
    if (kept || isWrong) throw new Error(`${path}: ${owner.status} for its owner, ${stranger.status} for a stranger.`)
    if (path.endsWith('.css') && stranger.status !== 404) throw new Error(`${path} is not missing.`)
  }
  return keeps ? `a drawing is kept, and nothing of ${personal.length} private addresses` : 'it keeps nothing'
}

async function answersTo(port: number, path: string, status: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}${path}`).then(
    (reply) => reply.arrayBuffer().then(() => reply.status === status),
    () => false,
  )
}
