import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { dressed } from '#server/kernel/outbox/letterhead.ts'
import { newestMail } from '#server/kernel/outbox/outbox.ts'
import type { World } from '#server/kernel/world.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { escapeHtml } from '#server/platform/mail/letter.ts'

const style =
  'body{font:16px/1.5 sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem}article{border-top:1px solid #999;padding:1rem 0}pre{white-space:pre-wrap}'
const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`

/** Emails that no mail server takes, as they would be sent: for trying the portal on one's own machine. */
export function mailRoutes(app: FastifyInstance, world: World): void {
  app.get('/_mail', { config: { token: 'operator' } }, async (request, reply) => {
    if (!app.isOperator(request)) refuse('not_found')
    const letters = await newestMail(world)
    const articles = await Promise.all(
      letters.map(async (mail) => {
        const { text } = await dressed(world, mail)
        const head = `<h2>${escapeHtml(mail.subject)}</h2><p>To ${escapeHtml(mail.recipient)}, ${mail.createdAt.toISOString()}</p>`
        return `<article>${head}<pre>${withLinks(text)}</pre></article>`
      }),
    )
    reply.header('content-security-policy', policy).type('text/html; charset=utf-8')
    return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Mail</title><style>${style}</style><h1>Mail</h1>${articles.join('') || '<p>No emails yet.</p>'}</html>`
  })
}

function withLinks(text: string): string {
  return escapeHtml(text).replace(/https?:\/\/\S+/g, (link) => `<a href="${link}">${link}</a>`)
}
