/** Five people who send everything hostile that we know, again and again, in a process of their own: `node bench/attackers.ts address token…`. */
import { connect } from 'node:net'
import { fireAll, hostileShots } from '#server/testing/attack.ts'

const [address, ...tokens] = process.argv.slice(2) as [string, ...string[]]
const silent = 300
const readersOfEach = 2

const shots = await hostileShots()
for (let at = 0; at < silent; at += 1) askAndNeverRead(new URL(address))
for (const token of tokens) {
  for (let reader = 0; reader < readersOfEach; reader += 1) void readLists(token)
  void attack(token)
}
process.send?.({ files: shots.length })

async function attack(token: string): Promise<void> {
  for (;;) {
    await fireAll({ address, token }, shots)
    process.send?.('again')
  }
}

async function readLists(token: string): Promise<void> {
  for (;;) {
    const reply = await fetch(`${address}/api/GetAbstracts`, { headers: { authorization: `Bearer ${token}` } })
    await reply.arrayBuffer()
  }
}

/** One that is cut off comes back. */
function askAndNeverRead(server: URL): void {
  const socket = connect(Number(server.port), server.hostname)
  socket.pause()
  socket.on('error', () => {})
  socket.on('close', () => setTimeout(() => askAndNeverRead(server), 1000))
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(50))
}
