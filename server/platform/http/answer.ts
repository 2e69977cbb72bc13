/** Answers as they leave: whoever writes one, and however it came about, it has the headers of all and is counted. See docs/decisions/0021. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { headerLines } from './header-lines.ts'
import { http } from './node-http.ts'

export type Answer = ServerResponse & {
  /** On the clock of `performance`. */
  begun: number
  /** What it is the answer to, once that is known. */
  question: FastifyRequest | undefined
}

export function answerOf(reply: FastifyReply): Answer {
  return reply.raw as Answer
}

/** With what Node's types do not name: the place where the head of an answer is made. */
type Inner = new (
  ...args: ConstructorParameters<typeof ServerResponse>
) => ServerResponse & { _storeHeader(firstLine: string, headers?: OutgoingHttpHeaders): void }

type Rules = {
  /** On every answer that does not say otherwise. */
  common: Record<string, string>
  /** Once it is on, each answer tells its connection that it was the last. */
  lastAnswers: { on: boolean }
}

export type Answers = {
  /** For Node's server. */
  class: typeof ServerResponse
  /** Tells of each answer that has left, until the returned function is called. */
  watch: (tell: (answer: Answer) => void) => () => void
}

export function answersWith({ common, lastAnswers }: Rules): Answers {
  if (!('_storeHeader' in http.ServerResponse.prototype))
    throw new Error('This Node makes answers in a way that server/platform/http/answer.ts does not know.')
  const { split, commonBut } = headerLines(common)

  class OurAnswer extends (http.ServerResponse as unknown as Inner) implements Answer {
    begun = performance.now()
    question: FastifyRequest | undefined = undefined
    lines = ''

    /** Fastify gives all headers as one object; for what it streams it has set them before, and gives none. Node, where it refuses, gives a list. */
    override writeHead(status: number, given?: unknown): this {
      // Decided with the answer, not with the question: a body that was still arriving when the stop began would keep its connection.
      if (lastAnswers.on) this.setHeader('connection', 'close')
      const id = this.question ? `x-request-id: ${this.question.id}\r\n` : ''
      const list = Array.isArray(given) ? (given as string[]) : undefined
      const headers = list ? {} : ((given ?? {}) as OutgoingHttpHeaders)
      if (!list && this.getHeaderNames().length === 0) {
        const { lines, others } = split(headers)
        this.lines = id + lines
        return super.writeHead(status, others)
      }
      for (const name in headers) this.setHeader(name, headers[name] as string)
      this.lines = id + commonBut((name) => this.hasHeader(name))
      return super.writeHead(status, list)
    }

    override _storeHeader(firstLine: string, headers?: OutgoingHttpHeaders): void {
      super._storeHeader(firstLine + this.lines, headers)
    }
  }
  const watch: Answers['watch'] = (tell) => {
    const left = (message: unknown) => {
      const { response } = message as { response: ServerResponse }
      if (response instanceof OurAnswer) tell(response)
    }
    subscribe('http.server.response.finish', left)
    return () => void unsubscribe('http.server.response.finish', left)
  }
  return { class: OurAnswer as unknown as typeof ServerResponse, watch }
}
