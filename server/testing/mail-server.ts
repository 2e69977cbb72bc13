import { once } from 'node:events'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export type MailServer = { url: string; letters: () => Promise<Email[]>; close: () => Promise<void> }

type Habits = {
  refuseWith?: number
  port?: number
  /** How many milliseconds it thinks about a letter before it takes it. */
  takes?: number
  onLetter?: (bytes: Buffer) => void
}

/** A real mail server on this machine that keeps what it is given, and can refuse with a code of its own. */
export async function openMailServer({ refuseWith, port = 0, takes = 0, onLetter }: Habits = {}): Promise<MailServer> {
  const received: Buffer[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: (_to, _session, done) =>
      done(refuseWith ? Object.assign(new Error('refused'), { responseCode: refuseWith }) : undefined),
    onData: (stream, _session, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const letter = Buffer.concat(parts)
        received.push(letter)
        onLetter?.(letter)
        setTimeout(done, takes)
      })
    },
  })
  // A client that is killed while it speaks is no fault of the mail server.
  server.on('error', () => undefined)
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address() as { port: number }
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    letters: () => Promise.all(received.map((bytes) => PostalMime.parse(bytes))),
    close: () => new Promise((done) => server.close(done)),
  }
}
