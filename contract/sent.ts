/** What `contract/calls.ts` is made with: method and address follow as on the server, and a browser loads neither twice. Without zod: the browser has this too. */
import type { Sent, Token } from './heads.ts'

type Others = Partial<Omit<Sent, 'name' | 'kind' | 'token'>>

const folderOf = (token: Token, { priority }: Others): string =>
  priority === 'paying' ? 'payments' : token === 'staff' ? 'staff' : 'api'

const sender =
  (kind: Sent['kind'], method: Sent['method']) =>
  (name: string, token: Token, others: Others = {}): Sent => ({
    name,
    method,
    path: `/${folderOf(token, others)}/${name}`,
    token,
    kind,
    ...others,
  })

export const read = sender('read', 'GET')
export const change = sender('change', 'POST')
