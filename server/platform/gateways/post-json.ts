import https from 'node:https'

export type PostOptions = {
  url: string
  body: unknown
  headers?: Record<string, string>
  /** Trusted in place of the public certificate authorities. */
  ca?: string | undefined
  /** Milliseconds until the connection stands, and until the whole answer is here. */
  timeout: { connect: number; total: number }
}

const largestAnswer = 2 * 1024 * 1024

/** Posts JSON over TLS and gives the JSON that comes back. `fetch` cannot limit the time to connect, nor trust one certificate. */
export function postJson({ url, body, headers, ca, timeout }: PostOptions): Promise<unknown> {
  const text = JSON.stringify(body)
  return new Promise((done, failed) => {
    const request = https.request(url, {
      method: 'POST',
      agent: false,
      minVersion: 'TLSv1.2',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        'content-length': Buffer.byteLength(text),
        ...headers,
      },
      ...(ca && { ca }),
    })
    const giveUp = (why: string) => request.destroy(new Error(why))
    const connecting = setTimeout(() => giveUp('no connection in time'), timeout.connect)
    const waiting = setTimeout(() => giveUp('no answer in time'), timeout.total)
    const settle = (end: () => void) => {
      clearTimeout(connecting)
      clearTimeout(waiting)
      end()
    }
    request.once('socket', (socket) => socket.once('secureConnect', () => clearTimeout(connecting)))
    request.once('error', (error) => settle(() => failed(error)))
    request.once('response', (response) => {
      let answer = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => {
        answer += part
        if (answer.length > largestAnswer) giveUp('the answer is too long')
      })
      response.once('error', (error) => settle(() => failed(error)))
      response.once('end', () =>
        settle(() => {
          // The gateway answers 200 even when it refuses; anything else comes from something that stands before it.
          if (response.statusCode !== 200) return failed(new Error(`HTTP ${response.statusCode}`))
          try {
            done(JSON.parse(answer))
          } catch {
            failed(new Error('the answer is not JSON'))
          }
        }),
      )
    })
    request.end(text)
  })
}
