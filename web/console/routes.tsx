/** Every address of the console and the screen behind it, each in its own chunk. */
import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { createBrowserRouter, type LoaderFunctionArgs, redirect, type RouteObject } from 'react-router'
import { consolePages, type ConsolePath } from '#contract/console-pages.ts'
import { refusals } from '#contract/refusals.ts'
import { isSignIn, signInAddress } from '#web/console/accounts/address.ts'
import { firstScreen, type Me, maySee } from '#web/console/accounts/me.ts'
import { Broken, Loading, Missing } from '#web/console/layout/Standing.tsx'
import { isSignedOut, Refused } from './call.ts'
import { askMe, makeQueryClient } from './queries.ts'

type Chunk = () => Promise<{ default: ComponentType }>

const screens: Record<ConsolePath, Chunk> = {
  '/console/signin': () => import('./accounts/SignInScreen.tsx'),
  '/console/welcome': () => import('./accounts/WelcomeScreen.tsx'),
  '/console/password': () => import('./accounts/PasswordScreen.tsx'),
  '/console/finance/exceptions': () => import('./payments/ExceptionsScreen.tsx'),
  '/console/finance/exceptions/:id': () => import('./payments/ExceptionScreen.tsx'),
}

const paths = Object.keys(screens) as ConsolePath[]
const isOpen = (path: ConsolePath): boolean => !('may' in consolePages[path])
const isAlone = (path: ConsolePath): boolean => 'alone' in consolePages[path]

function consoleRoutes(client: QueryClient): RouteObject[] {
  const guarded = (path: ConsolePath): RouteObject => ({ ...screenAt(path), loader: guard(client, path) })
  return [
    {
      ErrorBoundary: Broken,
      HydrateFallback: Loading,
      children: [
        ...paths.filter(isOpen).map(screenAt),
        ...paths.filter((path) => isAlone(path) && !isOpen(path)).map(guarded),
        { path: '/console', loader: toFirstScreen(client), Component: Loading },
        {
          lazy: async () => ({ Component: (await import('./layout/Frame.tsx')).Frame }),
          loader: meOr(client),
          children: [
            {
              ErrorBoundary: Broken,
              children: [...paths.filter((path) => !isAlone(path)).map(guarded), { path: '*', Component: Missing }],
            },
          ],
        },
      ],
    },
  ]
}

type Router = ReturnType<typeof createBrowserRouter>

/** The answers that are kept and the screens that show them, with one way out for whoever is signed out. */
export function makeConsole(makeRouter: (routes: RouteObject[]) => Router = createBrowserRouter) {
  const leave = async () => {
    const { location } = router.state
    // Several calls may find out at the same moment; only the first knows where the person was.
    if (isSignIn(location.pathname)) return
    await router.navigate(signInAddress(location), { replace: true })
    client.clear()
  }
  const client = makeQueryClient(() => void leave())
  const router = makeRouter(consoleRoutes(client))
  return { client, router }
}

function screenAt(path: ConsolePath): RouteObject {
  return { path, handle: consolePages[path].title, lazy: async () => ({ Component: (await screens[path]()).default }) }
}

/** Who is signed in; whoever is not goes to sign in, and comes back. */
function meOr(client: QueryClient) {
  return async ({ request }: LoaderFunctionArgs): Promise<Me> => {
    try {
      return await client.ensureQueryData(askMe())
    } catch (error) {
      if (isSignedOut(error)) throw redirect(signInAddress(new URL(request.url)))
      throw error
    }
  }
}

function guard(client: QueryClient, path: ConsolePath) {
  const who = meOr(client)
  return async (asked: LoaderFunctionArgs) => {
    const me = await who(asked)
    if (me.mustSetPassword && !isAlone(path)) throw redirect('/console/password')
    if (!maySee(me, path)) throw new Refused(403, { code: 'not_allowed', message: refusals.not_allowed[1] })
    return null
  }
}

function toFirstScreen(client: QueryClient) {
  const who = meOr(client)
  return async (asked: LoaderFunctionArgs) => {
    const first = firstScreen(await who(asked))
    if (!first) throw new Refused(403, { code: 'not_allowed', message: 'None of your roles opens a screen here yet.' })
    return redirect(first)
  }
}
