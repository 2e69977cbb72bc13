import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { onTestFinished } from 'vitest'

/**
 * The plainest proxy there is: each connection goes to the next server in turn, whether it is there or not. It retries nothing and hides nothing,
 * so that whatever a server does to its callers is heard.
 */
export async function openRoundRobin(ports: readonly number[]): Promise<{ address: string }> {
  let turn = 0
  const proxy = createServer((caller) => {
    turn += 1
    const server = connect({ host: '127.0.0.1', port: ports[turn % ports.length] as number })
    server.once('error', () => caller.resetAndDestroy())
    caller.once('error', () => server.destroy())
    caller.pipe(server).pipe(caller)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  onTestFinished(() => void proxy.close())
  return { address: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` }
}
