/** `alike` in a thread of its own: the server goes on meanwhile. */
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { alike, type Pair, type Text } from './likeness.ts'

type Message = { compared: Text[] }

/** Longer than the worst case that was measured, three times over. */
const atMost = 30_000

export async function alikeInThread(texts: Text[]): Promise<Pair[]> {
  const thread = new Worker(new URL(import.meta.url), {
    workerData: { compared: texts } satisfies Message,
    resourceLimits: { maxOldGenerationSizeMb: 300 },
  })
  const timer = setTimeout(() => void thread.terminate(), atMost)
  try {
    return await new Promise<Pair[]>((resolve, reject) => {
      thread.once('message', resolve)
      thread.once('error', reject)
      thread.once('exit', (code) => reject(new Error(`the thread ended with ${code}`)))
    })
  } finally {
    clearTimeout(timer)
  }
}

if (!isMainThread && (workerData as Partial<Message> | undefined)?.compared)
  parentPort?.postMessage(alike((workerData as Message).compared))
