/** The console in a test: its real screens and routes, and a stand-in for the network alone. */
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { onTestFinished, vi } from 'vitest'
import type { Me } from '#web/console/accounts/me.ts'
import { SiteProvider } from '#web/console/layout/site.tsx'
import { makeConsole } from '#web/console/routes.tsx'

type Input = Record<string, unknown>
/** What each call answers: a reply, or a Response where it is refused. */
export type Answers = Record<string, (input: Input) => object | Promise<object>>

export const bilal: Me = {
  accountId: 7,
  name: 'Bilal Ansari',
  email: 'bilal.ansari@example.org',
  needs: null,
  proofs: ['password'],
  college: [],
  events: [
    {
      eventId: 2,
      name: 'Annual Medical Conference 2026',
      isCurrent: true,
      timeZone: 'Asia/Karachi',
      may: ['event.read', 'finance.read', 'exceptions.resolve', 'export'],
    },
  ],
}

export const refused = (status: number, body: object): Response => Response.json(body, { status })
export const signInFirst = (): Response => refused(401, { code: 'sign_in_first', message: 'Please sign in first.' })

/** Answers at the border of the network, and keeps what was asked. */
export function answerWith(answers: Answers): { asked: [name: string, input: Input][] } {
  const asked: [string, Input][] = []
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(address, 'http://localhost')
    const name = pathname.split('/').at(-1) ?? ''
    const input = (body ? JSON.parse(body as string) : Object.fromEntries(searchParams)) as Input
    asked.push([name, input])
    const answer = answers[name]
    if (!answer) return refused(404, { code: 'not_found', message: `${name} is not answered in this test.` })
    const reply = await answer(input)
    return reply instanceof Response ? reply : Response.json(reply)
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  return { asked }
}

/** Somebody opens the console at an address. */
export function openConsole(address: string) {
  giveWhatIsMissing()
  const { client, router } = makeConsole((routes) => createMemoryRouter(routes, { initialEntries: [address] }))
  client.setDefaultOptions({ queries: { retry: false } })
  render(
    <SiteProvider
      product="Colloquium"
      logo="/art/logo-cpd.svg"
      issuer={{ college: 'Indus Medical College', address: 'Hyderabad', logo: '' }}
    >
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </SiteProvider>,
  )
  onTestFinished(() => {
    cleanup()
    client.clear()
  })
  return { client, router, address: () => router.state.location.pathname + router.state.location.search }
}

/** The browser of tests has dialogs that cannot be opened, cannot scroll, and has no CSS that menus find their lines by. */
function giveWhatIsMissing(): void {
  window.scrollTo = () => undefined
  Element.prototype.scrollIntoView = () => undefined
  globalThis.isSecureContext ??= false
  globalThis.CSS ??= { escape: (text: string) => text } as typeof CSS
  const { prototype } = HTMLDialogElement
  prototype.showModal = function showModal() {
    this.open = true
  }
  prototype.close = function close() {
    this.open = false
  }
}
