/** Answers as they leave: whoever writes one, and however it came about, it has the headers of all and is counted. See docs/decisions/0021. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { type IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'

export type Answer = ServerResponse & {
  /** On the clock of `performance`. */
  begun: number
  /** What it is the answer to, once that is known. */
  question: FastifyRequest | undefined
}

export function answerOf(reply: FastifyReply): Answer {
  return reply.raw as Answer
}

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
  class OurAnswer<Asked extends IncomingMessage> extends ServerResponse<Asked> implements Answer {
    begun = performance.now()
    question: FastifyRequest | undefined = undefined

    /** Fastify gives all headers as one object; for what it streams it has set them before, and gives none. Node, where it refuses, gives a list. */
    override writeHead(status: number, given?: unknown): this {
      const head = { ...common, ...this.getHeaders(), ...(Array.isArray(given) ? pairsOf(given) : (given as object)) }
      if (this.question) head['x-request-id'] = this.question.id
      // Decided with the answer, not with the question: a body that was still arriving when the stop began would keep its connection.
      if (lastAnswers.on) head.connection = 'close'
      return super.writeHead(status, head)
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
  return { class: OurAnswer, watch }
}

function pairsOf(list: string[]): OutgoingHttpHeaders {
  return Object.fromEntries(list.flatMap((name, at) => (at % 2 === 0 ? [[name.toLowerCase(), list[at + 1]]] : [])))
}
