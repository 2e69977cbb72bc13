/** What Patroni says of the cluster, and what it is told. */
import { until } from '#server/testing/process.ts'
import { type Member, type Place, ports } from './configuration.ts'

export type Patroni = {
  primary: () => Promise<Member>
  /** Waits until there are a primary and two standbys, for one of which it waits, or for none. */
  whole: (isWaitedFor: boolean) => Promise<void>
  tell: (path: string, method: 'POST' | 'PATCH', wish: object) => Promise<void>
}

type Seen = { name: string; role: string; state: string }

const primaryRoles = ['leader', 'master', 'primary']
const isWell = ({ state }: Seen) => state === 'running' || state === 'streaming'
const isPrimary = ({ role }: Seen) => primaryRoles.includes(role)
const wholeWithin = 180_000

export function askPatroni({ members, password }: Place): Patroni {
  async function primary(): Promise<Member> {
    let found: Member | undefined
    const look = async () => {
      const leader = (await lookAt(members)).find((each) => isPrimary(each) && isWell(each))
      found = members.find(({ name }) => name === leader?.name)
      return found !== undefined
    }
    await until(look, { every: 200, otherwise: () => 'nobody is the primary' })
    return found as Member
  }
  async function whole(isWaitedFor: boolean): Promise<void> {
    const look = async () => {
      const well = (await lookAt(members)).filter(isWell)
      const standbys = well.filter((each) => !isPrimary(each)).map(({ role }) => role)
      return well.length === 3 && standbys.length === 2 && standbys.includes('sync_standby') === isWaitedFor
    }
    await until(look, { every: 300, within: wholeWithin, otherwise: () => 'the cluster is not whole' })
  }
  const authorization = `Basic ${Buffer.from(`patroni:${password}-patroni`).toString('base64')}`
  async function tell(path: string, method: string, wish: object): Promise<void> {
    const { address } = await primary()
    const reply = await fetch(`http://${address}:${ports.patroni}${path}`, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(wish),
      signal: AbortSignal.timeout(60_000),
    })
    if (!reply.ok) throw new Error(`Patroni refused ${path}: ${await reply.text()}`)
  }
  return { primary, whole, tell }
}

/** What the first that answers says of all of them. */
async function lookAt(members: Member[]): Promise<Seen[]> {
  for (const { address } of members) {
    const reply = await fetch(`http://${address}:${ports.patroni}/cluster`, {
      signal: AbortSignal.timeout(2000),
    }).catch(() => undefined)
    if (reply?.ok) return ((await reply.json()) as { members: Seen[] }).members
  }
  return []
}
