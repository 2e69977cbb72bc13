/** A full server says so at once: an answer that comes after the person has gone helps nobody, and keeps the others waiting. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { priorityOf } from '#contract/heads.ts'
import type { Operation } from '#contract/operation.ts'
import { turnHeader } from '#contract/turn.ts'
import { type Line, lineOf, type LineRules } from './line.ts'

/**
 * How many calls may be in hand when one more comes. The first to be asked to come again are those who are not in yet; somebody who has chosen
 * a seat goes on longer, and whoever pays is never refused.
 */
const room = { comingIn: 100, reading: 160, signedIn: 300, paying: Number.POSITIVE_INFINITY }

/** How many calls of people are in hand. */
export type Inside = { calls: number }

/** A line for each of them: the first in hand are asked first who of those who wait comes next. */
export type Lines = Record<keyof typeof room, Line> & { each: Line[] }

export function linesAt(rules: Pick<LineRules, 'inside' | 'key' | 'now'>): Lines {
  const line = (name: keyof typeof room) => lineOf({ ...rules, name, room: room[name] })
  const lines = {
    paying: line('paying'),
    signedIn: line('signedIn'),
    reading: line('reading'),
    comingIn: line('comingIn'),
  }
  return { ...lines, each: Object.values(lines) }
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => unknown

/**
 * A file takes as long as the line of its sender is slow, and is counted where it arrives. The monitor's questions are not counted at all, nor is
 * what a crowd of strangers shares: however many ask, it is made once.
 */
export function withAdmission({ inside, lines, pace }: FastifyInstance, op: Operation, handler: Handler): Handler {
  const kind = priorityOf(op)
  if (kind === 'uncounted' || op.shared) return handler
  const line = lines[kind]
  return async (request, reply) => {
    const { authorization, [turnHeader]: turn } = request.headers
    // Before the call is counted: one that waits for its turn takes nobody's place.
    if (authorization && kind !== 'paying') await pace(authorization)
    if (op.upload) return handler(request, reply)
    const waiting = line.enter(turn)
    if (waiting) await waiting
    try {
      return await handler(request, reply)
    } finally {
      inside.calls -= 1
      line.left()
      for (const each of lines.each) each.admit()
    }
  }
}
