/** What five people who send everything hostile that we know do to somebody who signs in, saves and orders meanwhile. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { fire } from '#server/testing/attack.ts'
import { type Running, start } from './measure.ts'
import { openClient, password, signedInPeople } from './people.ts'
import { setStage } from './stage.ts'

const attackers = 5
const visitsOfEach = 40
const rounds = 2
const people = attackers * rounds + visitsOfEach * (rounds * 2 + 1)
const goal = 3

type Waits = Record<'sign-in' | 'save' | 'checkout', number[]>
type Visitors = { server: Running; queue: [number, string][]; workshop: number }

export async function hostile(): Promise<string[]> {
  await using stage = await setStage()
  const tokens = await signedInPeople(stage, people)
  await using client = await openClient(stage)
  const workshop = await roomForAll(client)
  await using server = await start(stage.ours)
  const visitors = { server, queue: [...tokens.entries()].slice(attackers * rounds), workshop }
  // The compilers are warm, and what sleeps until it is needed is awake.
  await visit(visitors)
  const [idle, beside] = [await visit(visitors), noWaits()]
  const before = memoryOf(server)
  using memory = watchMemory(server)
  for (let round = 0; round < rounds; round += 1) {
    // Five others each time: whoever has used up what one person may send does no more harm.
    await using _attack = await beginAttack(server, tokens.slice(round * attackers, (round + 1) * attackers))
    add(beside, await visit(visitors))
  }
  for (let round = 1; round < rounds; round += 1) add(idle, await visit(visitors))
  const most = memory.most()
  // What V8 only keeps for the next rush is given back when nothing has come for a while.
  await pause(10_000)
  const lines = (Object.keys(idle) as (keyof Waits)[]).map((what) => {
    const [quiet, loud] = [p95(idle[what]), p95(beside[what])]
    return `${what} beside ${attackers} attackers: p95 ${(loud / quiet).toFixed(1)} times idle (goal ${goal}); ${loud.toFixed(0)} ms against ${quiet.toFixed(0)} ms`
  })
  return [
    ...lines,
    `memory of the server: ${(most - before).toFixed(0)} MB more (goal 200), ${(memoryOf(server) - before).toFixed(0)} MB left, from ${before.toFixed(0)} MB`,
  ]
}

/** Each visitor comes once: signs in, saves an abstract with a small file, and orders a seat. */
async function visit({ server, queue, workshop }: Visitors): Promise<Waits> {
  const address = `http://127.0.0.1:${server.port}`
  const waits = noWaits()
  for (const [at, token] of queue.splice(0, visitsOfEach)) {
    const timed = async (what: keyof Waits, act: () => Promise<string>) => {
      const began = performance.now()
      const answer = await act()
      waits[what].push(performance.now() - began)
      if (answer !== 'Success') throw new Error(`${what} was answered with ${answer}`)
    }
    const call = (name: string, body: object) => post(`${address}/api/${name}`, { token, body, from: at })
    await timed('sign-in', async () => {
      const row = await call('Login', { UserID: `p${at + 1}@example.org`, Password: password })
      return row.Column1 ? 'Success' : JSON.stringify(row)
    })
    const paper = {
      route: 'abstract' as const,
      name: 'a paper',
      file: { bytes: aPaper, name: 'paper.pdf' },
      answer: '',
    }
    await timed('save', () => fire({ address, token }, paper))
    await timed('checkout', async () => {
      const row = await call('CheckOut', { workshopIDs: String(workshop) })
      return row.Status === 'True' ? 'Success' : JSON.stringify(row)
    })
  }
  return waits
}

const aPaper = Buffer.from(`%PDF-1.7\n${'words '.repeat(20_000)}`)

type Asked = { token: string; body: object; from: number }

async function post(url: string, { token, body, from }: Asked): Promise<Record<string, unknown>> {
  const headers = {
    'content-type': 'application/json',
    'x-forwarded-for': `10.2.${from >> 8}.${from & 255}`,
    ...(!url.endsWith('/Login') && { authorization: `Bearer ${token}` }),
  }
  const reply = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  const text = await reply.text()
  if (reply.status !== 200) throw new Error(`${url}: HTTP ${reply.status} ${text}`)
  return (JSON.parse(text) as { Table: Record<string, unknown>[] }).Table[0] ?? {}
}

async function beginAttack({ port }: Running, tokens: string[]): Promise<AsyncDisposable> {
  const child = fork('bench/attackers.ts', [`http://127.0.0.1:${port}`, ...tokens])
  // Elsewhere they have machines of their own: what it costs them to attack must not count as what it does to us.
  setPriority(child.pid as number, constants.priority.PRIORITY_LOW)
  await once(child, 'message')
  // Until those who never read have asked all they will.
  await pause(3000)
  return {
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

async function roomForAll(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `insert into workshop (event_id, topic, starts_at, duration_minutes, price, seats)
     select id, 'Sutures', workshops_from + interval '9 hours', 60, 100000, 100000 from event where is_current returning id`,
  )
  return rows[0]?.id as number
}

const noWaits = (): Waits => ({ 'sign-in': [], save: [], checkout: [] })

function add(to: Waits, more: Waits): void {
  for (const what of Object.keys(to) as (keyof Waits)[]) to[what].push(...more[what])
}

function p95(waits: number[]): number {
  return waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.95)] as number
}

/** In megabytes. */
function memoryOf({ process: child }: Running): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

/** Also when something fails it ends before the server does, whose end would hide the failure. */
function watchMemory(server: Running): Disposable & { most: () => number } {
  let most = memoryOf(server)
  const timer = setInterval(() => (most = Math.max(most, memoryOf(server))), 20)
  return { most: () => most, [Symbol.dispose]: () => clearInterval(timer) }
}
