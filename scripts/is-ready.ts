/** `node scripts/is-ready.ts`: ends with 0 when the portal of this folder's settings is ready. For the health check of a container. */
import { request } from 'node:http'
import { readSettings } from '#server/kernel/settings.ts'
import { endWithSentences } from '#server/platform/process/mistakes.ts'

endWithSentences()

const { PORT, PUBLIC_URL } = readSettings()
// Reached from a network, production answers to its own name only.
const asking = request({ host: '127.0.0.1', port: PORT, path: '/readyz', headers: { host: new URL(PUBLIC_URL).host } })
asking.setTimeout(5000, () => asking.destroy(new Error('it does not answer')))
asking.on('error', ({ message }) => end(1, message))
asking.on('response', ({ statusCode }) => end(statusCode === 200 ? 0 : 1, `it answers ${statusCode}`))
asking.end()

function end(code: number, sentence: string): void {
  console.log(sentence)
  process.exit(code)
}
