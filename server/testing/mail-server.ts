import { once } from 'node:events'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export type MailServer = { url: string; letters: () => Promise<Email[]>; close: () => Promise<void> }

export type Refusal = { at: 'sender' | 'recipient'; code: number; text: string }

type Habits = {
  refuses?: Refusal
  /** The server offers STARTTLS and accepts only clients that sign in with this password. */
  password?: string
  certificate?: { key: string; cert: string }
  port?: number
  /** How many milliseconds it thinks about a letter before it takes it. */
  takes?: number
  onLetter?: (bytes: Buffer) => void
}

/** A real mail server on this machine that keeps what it is given, and can refuse with a reply of its own. */
export async function openMailServer({
  refuses,
  password,
  certificate,
  port = 0,
  takes = 0,
  onLetter,
}: Habits = {}): Promise<MailServer> {
  const refusedAt = (at: Refusal['at']) =>
    refuses?.at === at ? Object.assign(new Error(refuses.text), { responseCode: refuses.code }) : undefined
  const received: Buffer[] = []
  const server = new SMTPServer({
    ...certificate,
    authOptional: password === undefined,
    disabledCommands: password === undefined ? ['STARTTLS', 'AUTH'] : [],
    onAuth: (sent, _session, done) =>
      sent.password === password ? done(null, { user: sent.username }) : done(new Error('Invalid password')),
    onMailFrom: (_from, _session, done) => done(refusedAt('sender')),
    onRcptTo: (_to, _session, done) => done(refusedAt('recipient')),
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
