import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { refuse } from '#server/platform/http/refuse.ts'
import { escapeHtml } from '#server/platform/mail/letter.ts'
import type { World } from '#server/world.ts'
import { newestMail } from './outbox.ts'

const style =
  'body{font:16px/1.5 sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem}article{border-top:1px solid #999;padding:1rem 0}pre{white-space:pre-wrap}'
const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`

/** Letters that no mail server takes, for whoever tries the portal on their own machine. */
export function mailRoutes(app: FastifyInstance, world: World): void {
  app.get('/_mail', { config: { token: 'operator' } }, async (request, reply) => {
    if (!app.isOperator(request)) refuse('not_found')
    const letters = await newestMail(world)
    const articles = letters.map(
      ({ recipient, subject, bodyText, createdAt }) =>
        `<article><h2>${escapeHtml(subject)}</h2><p>To ${escapeHtml(recipient)}, ${createdAt.toISOString()}</p><pre>${withLinks(bodyText)}</pre></article>`,
    )
    reply.header('content-security-policy', policy).type('text/html; charset=utf-8')
    return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Mail</title><style>${style}</style><h1>Mail</h1>${articles.join('') || '<p>No letter yet.</p>'}</html>`
  })
}

function withLinks(text: string): string {
  return escapeHtml(text).replace(/https?:\/\/\S+/g, (link) => `<a href="${link}">${link}</a>`)
}
