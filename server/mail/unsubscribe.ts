/** Where a letter's link leads that wants no more announcements: a page without a script, and one POST that mailboxes send by themselves (RFC 8058). */
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { accountOfLink, chooseAnnouncements, wantsAnnouncements } from '#server/kernel/outbox/announcements.ts'
import type { World } from '#server/kernel/world.ts'
import { refuse } from '#server/platform/http/refuse.ts'

const style = `:root{color-scheme:light dark;--page:light-dark(#f3f6f5,#0c1517);--surface:light-dark(#fff,#142023);--ink:light-dark(#10262b,#e8f0ef);--soft:light-dark(#455a5e,#a9bcbd);--line:light-dark(#d3dddc,#273739);--focus:light-dark(#b24a00,#ffc65c)}
*{box-sizing:border-box}body{margin:0;background:var(--page);color:var(--ink);font:1rem/1.55 -apple-system,"Segoe UI",Roboto,"Noto Sans",Arial,sans-serif}
main{width:min(32rem,100% - 2rem);margin:12vh auto 2rem;padding:2rem;border:1px solid var(--line);border-top:6px solid #0b5563;border-radius:8px;background:var(--surface)}
h1{margin:0 0 1rem;font:500 1.75rem/1.2 "Iowan Old Style","Palatino Linotype",Palatino,Georgia,serif}p{margin:0 0 1.5rem}.soft{margin:1.5rem 0 0;color:var(--soft);font-size:.875rem}
button{min-height:2.75rem;padding:.5rem 1.25rem;border:0;border-radius:8px;background:#f0a830;color:#261600;font:inherit;font-weight:600;cursor:pointer}
a{color:inherit}:focus-visible{outline:3px solid var(--focus);outline-offset:2px}`
const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'`

/** Looking changes nothing: programs open the links of letters before people do. */
export function unsubscribeRoutes(app: FastifyInstance, world: World): void {
  const config = { token: 'none' } as const
  const whose = (request: { params: unknown }) =>
    accountOfLink(world, (request.params as { token: string }).token) ?? refuse('not_found')
  void app.register(async (scope) => {
    // What stands in the body says nothing that the address does not; mailboxes send it in either form.
    for (const type of ['multipart/form-data', 'application/x-www-form-urlencoded']) {
      scope.removeContentTypeParser(type)
      scope.addContentTypeParser(type, { parseAs: 'string', bodyLimit: 10_000 }, (_request, _body, done) =>
        done(null, undefined),
      )
    }
    scope.get('/unsubscribe/:token', { config }, async (request, reply) =>
      page(reply, (await wantsAnnouncements(world, whose(request))) ? ask : done),
    )
    // The token is the proof. No cookie counts here, so that a page of another site can do nothing with it.
    scope.post('/unsubscribe/:token', { config }, async (request, reply) => {
      await chooseAnnouncements(world, whose(request), { wanted: false, way: 'letter' })
      return page(reply, done)
    })
  })
}

const ask = `<h1>No more announcements?</h1><p>Letters about your own things still come: your seats, your payments, your abstracts.</p>
<form method="post"><button>Send me no announcements</button></form>`
const done = `<h1>You get no more announcements</h1><p>Letters about your own things still come: your seats, your payments, your abstracts.</p>
<p class="soft">You can change this at any time on <a href="/profile">your profile</a>, under Account.</p>`

function page(reply: FastifyReply, main: string): FastifyReply {
  return reply
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>Announcements · Colloquium</title><style>${style}</style></head><body><main>${main}</main></body></html>`,
    )
}
