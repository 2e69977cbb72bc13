/** What a reviewer's browser gets beside the calls of a review: every page, and whatever else anybody who is signed in may ask. */
import type { FastifyInstance } from 'fastify'
import { operations } from '#contract/operations.ts'
import { answerOf, type Heard, type Reader } from './blind-crawl.ts'

type Asking = { reader: Reader; ids: readonly number[]; slug: string }

/** Every address that is no call, with their token and cookie; where it takes a number, with right and wrong ones. */
export async function pagesFor(app: FastifyInstance, { reader, ids, slug }: Asking): Promise<Heard[]> {
  const headers = { host: 'localhost', accept: 'text/html', cookie: reader.cookie }
  const addresses = app.routes
    .filter(({ method, operation }) => method === 'GET' && !operation)
    .flatMap(({ url }) => {
      const here = url.replace(':slug', slug)
      return /[:*]/.test(here) ? ids.map((id) => here.replace(/:\w+|\*/, String(id))) : [here]
    })
  const heard: Heard[] = []
  for (const url of addresses) {
    const reply = await app.inject({ url, headers: { ...headers, authorization: `Bearer ${reader.token}` } })
    heard.push({ where: `page ${url}`, text: `${reply.statusCode} ${JSON.stringify(reply.headers)}\n${reply.body}` })
  }
  return heard
}

/** What participants read, and what they ask about an abstract of their own: with the numbers of abstracts of others. */
export async function callsOfParticipants(
  app: FastifyInstance,
  { token, abstracts }: { token: string; abstracts: readonly number[] },
): Promise<Heard[]> {
  const heard: Heard[] = []
  for (const operation of operations) {
    const takesOne = 'pk' in operation.input.shape
    const isForAnybody = operation.token === 'none' && operation.input.safeParse({}).success
    if (operation.upload || (operation.token !== 'session' && !isForAnybody)) continue
    if (operation.kind !== 'read' && !takesOne) continue
    const asks = takesOne ? abstracts.map((pk) => ({ pk: String(pk) })) : [{}]
    for (const asked of asks) heard.push(await answerOf(app, operation, { token, asked }))
  }
  return heard
}
