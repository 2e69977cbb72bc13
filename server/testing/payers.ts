/** Somebody with an order to pay for, and the calls that a browser makes for that. */
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type { Participant } from '#server/kernel/callers.ts'
import { makeTestApp } from './app.ts'
import { aBuyer, aWorkshop, order, type Shop, tokenOf } from './shop.ts'

export type Payer = { app: FastifyInstance; person: Participant; token: string; code: string; workshop: number }
export type Answer = {
  http: number
  Transaction?: Record<string, string>
  ResponseCode?: string
  ResponseDescription?: string
}

/** What the one seat costs. */
export const price = 250_000

export async function aPayer({ world, eventId }: Shop): Promise<Payer> {
  const person = await aBuyer(world, eventId)
  const workshop = await aWorkshop(world, eventId, { price, seats: 1 })
  const code = await order(world, person, [workshop])
  return { app: await makeTestApp(world), person, token: await tokenOf(world, person), code, workshop }
}

type Fields = Record<string, unknown> & { token: string }

/** A call of the payment service. */
export async function ask(app: FastifyInstance, name: string, { token, ...payload }: Fields): Promise<Answer> {
  const headers = { host: 'localhost', authorization: `Bearer ${token}` }
  const reply = await app.inject({ method: 'POST', url: `/payments/${name}`, headers, payload })
  return { http: reply.statusCode, ...(reply.json() as object) }
}

/** Pay Now; gives the transaction. */
export async function begin({ app, token, code }: Payer): Promise<string> {
  const { Transaction } = await ask(app, 'initiatePayment', { token, orderID: code, returnPath: '/payment-processing' })
  return String(Transaction?.TransactionID)
}

export function get(app: FastifyInstance, url: string, token?: string): Promise<LightMyRequestResponse> {
  return app.inject({ url, headers: { host: 'localhost', ...(token && { authorization: `Bearer ${token}` }) } })
}

export async function myOrders({ app, token }: Payer): Promise<Record<string, unknown>[]> {
  const reply = await get(app, '/api/MyOrders', token)
  return (reply.json() as { Table: Record<string, unknown>[] }).Table
}
