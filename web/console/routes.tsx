/** Every address of the console and the screen behind it, each in its own chunk. */
import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { createBrowserRouter, type LoaderFunctionArgs, redirect, type RouteObject, useLocation } from 'react-router'
import { consolePages, type ConsolePath } from '#contract/console-pages.ts'
import { refusals } from '#contract/refusals.ts'
import { addressOfNeed, isSignIn, signInAddress } from '#web/console/accounts/address.ts'
import { firstScreen, type Me, maySee } from '#web/console/accounts/me.ts'
import { WithStepUp } from '#web/console/accounts/StepUp.tsx'
import { assumedEvent } from '#web/console/events/useEvent.ts'
import { Broken, Loading, Missing } from '#web/console/layout/Standing.tsx'
import { anyEvent, needsEvent } from '#web/console/layout/withEvent.ts'
import { isSignedOut, Refused } from './call.ts'
import { askMe, makeQueryClient } from './queries.ts'

type Chunk = () => Promise<{ default: ComponentType }>

const screens: Record<ConsolePath, Chunk> = {
  '/console/signin': () => import('./accounts/SignInScreen.tsx'),
  '/console/welcome': () => import('./accounts/WelcomeScreen.tsx'),
  '/console/invitation': () => import('./accounts/InvitationScreen.tsx'),
  '/console/password': () => import('./accounts/PasswordScreen.tsx'),
  '/console/second-factor': () => import('./accounts/SecondFactorScreen.tsx'),
  '/console/you': () => import('./accounts/YouScreen.tsx'),
  '/console': () => import('./events/OverviewScreen.tsx'),
  '/console/finance/exceptions': () => import('./payments/exceptions/ExceptionsScreen.tsx'),
  '/console/finance/exceptions/:id': () => import('./payments/exceptions/ExceptionScreen.tsx'),
  '/console/finance': () => import('./payments/books/TodayScreen.tsx'),
  '/console/finance/refunds': () => import('./payments/refunds/RefundsScreen.tsx'),
  '/console/finance/ledger': () => import('./payments/books/LedgerScreen.tsx'),
  '/console/finance/closings': () => import('./payments/books/ClosingsScreen.tsx'),
  '/console/finance/closings/:id': () => import('./payments/books/ClosingScreen.tsx'),
  '/console/finance/offline': () => import('./payments/desk/OfflineScreen.tsx'),
  '/console/finance/offline/:id': () => import('./payments/desk/VoucherScreen.tsx'),
  '/console/mail': () => import('./mail/WriteScreen.tsx'),
  '/console/mail/planned': () => import('./mail/PlannedScreen.tsx'),
  '/console/mail/outbox': () => import('./mail/OutboxScreen.tsx'),
  '/console/mail/saved': () => import('./mail/SavedScreen.tsx'),
  '/console/mail/texts': () => import('./mail/TextsScreen.tsx'),
  '/console/mail/texts/:kind': () => import('./mail/TextScreen.tsx'),
  '/console/setup': () => import('./pages/SetupScreen.tsx'),
  '/console/pages': () => import('./pages/PagesScreen.tsx'),
  '/console/pages/:page': () => import('./pages/PageScreen.tsx'),
  '/console/workshops': () => import('./events/WorkshopsScreen.tsx'),
  '/console/workshops/:id': () => import('./events/WorkshopScreen.tsx'),
  '/console/workshops/:id/sheet': () => import('./events/SheetScreen.tsx'),
  '/console/people': () => import('./people/PeopleScreen.tsx'),
  '/console/people/duplicates': () => import('./people/DuplicatesScreen.tsx'),
  '/console/people/merge': () => import('./people/MergeScreen.tsx'),
  '/console/people/:id': () => import('./people/PersonScreen.tsx'),
  '/console/orders': () => import('./booking/OrdersScreen.tsx'),
  '/console/orders/:code': () => import('./booking/OrderScreen.tsx'),
  '/console/orders/:code/receipt': () => import('./booking/ReceiptScreen.tsx'),
  '/console/finance/receipts': () => import('./booking/RegisterScreen.tsx'),
  '/console/finance/receipts/sheet': () => import('./booking/RegisterSheet.tsx'),
  '/console/redaction': () => import('./selection/redaction/RedactionScreen.tsx'),
  '/console/event': () => import('./events/EventScreen.tsx'),
  '/console/events': () => import('./events/EventsScreen.tsx'),
  '/console/programmes': () => import('./events/ProgrammesScreen.tsx'),
  '/console/abstracts': () => import('./selection/abstracts/AbstractsScreen.tsx'),
  '/console/abstracts/:number': () => import('./selection/abstracts/AbstractScreen.tsx'),
  '/console/reviews': () => import('./selection/reviewers/ReviewsScreen.tsx'),
  '/console/reviews/settings': () => import('./selection/call/SettingsScreen.tsx'),
  '/console/reviewers': () => import('./selection/reviewers/ReviewersScreen.tsx'),
  '/console/assignment': () => import('./selection/assignment/AssignmentScreen.tsx'),
  '/console/decisions': () => import('./selection/decisions/DecisionsScreen.tsx'),
  '/console/team': () => import('./accounts/TeamScreen.tsx'),
  '/console/audit': () => import('./audit/AuditScreen.tsx'),
  '/console/audit/:id': () => import('./audit/ActScreen.tsx'),
  '/console/health': () => import('./health/HealthScreen.tsx'),
}

const paths = Object.keys(screens) as ConsolePath[]
const isOpen = (path: ConsolePath): boolean => !('may' in consolePages[path])
const isAlone = (path: ConsolePath): boolean => 'alone' in consolePages[path]

function consoleRoutes(client: QueryClient): RouteObject[] {
  const guarded = (path: ConsolePath): RouteObject => ({ ...screenAt(path), loader: guard(client, path) })
  return [
    {
      Component: WithStepUp,
      ErrorBoundary: Broken,
      HydrateFallback: Loading,
      children: [
        ...paths.filter(isOpen).map(screenAt),
        ...paths.filter((path) => isAlone(path) && !isOpen(path)).map(guarded),
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
  const toSecondFactor = async () => {
    const { location } = router.state
    await client.invalidateQueries(askMe())
    if (location.pathname !== '/console/second-factor') await router.navigate(addressOfNeed('set-up', location))
  }
  const client = makeQueryClient({ leave: () => void leave(), toSecondFactor: () => void toSecondFactor() })
  const router = makeRouter(consoleRoutes(client))
  readAgainOnBack(router, client)
  return { client, router }
}

/** Back leads to a list that was read before: what others changed meanwhile must be in it, however lately it was asked for. */
function readAgainOnBack(router: Router, client: QueryClient): void {
  let here = router.state.location.key
  router.subscribe(({ historyAction, location: { key } }) => {
    if (key === here) return
    here = key
    if (historyAction === 'POP') void client.invalidateQueries()
  })
}

function screenAt(path: ConsolePath): RouteObject {
  return {
    path,
    handle: consolePages[path],
    lazy: async () => {
      const { default: Screen } = await screens[path]()
      return { Component: path.includes(':') ? ofOneThing(Screen) : Screen }
    },
  }
}

/** Drawn anew for each thing: a notice about one order must not stand beside the next. */
function ofOneThing(Screen: ComponentType): ComponentType {
  return function OfOneThing() {
    return <Screen key={useLocation().pathname} />
  }
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

/** The address with its event, where it came without: a tab must not go on to another event because that has become the current one. */
function wholeAddress(me: Me, path: ConsolePath, { pathname, searchParams }: URL): string | undefined {
  const isNamed = searchParams.has('eventId') && searchParams.get('eventId') !== anyEvent
  const eventId = assumedEvent(me)
  if (isNamed || !needsEvent(consolePages[path]) || eventId === undefined) return undefined
  searchParams.set('eventId', String(eventId))
  return `${pathname}?${searchParams}`
}

function guard(client: QueryClient, path: ConsolePath) {
  const who = meOr(client)
  return async (asked: LoaderFunctionArgs) => {
    const me = await who(asked)
    if (me.needs && path !== '/console/second-factor' && path !== '/console/password')
      throw redirect(addressOfNeed(me.needs, new URL(asked.request.url)))
    // Whoever works on no event begins elsewhere.
    const instead = path === '/console' && !maySee(me, path) ? firstScreen(me) : undefined
    if (instead) throw redirect(instead)
    if (!maySee(me, path)) throw new Refused(403, { code: 'not_allowed', message: refusals.not_allowed[1] })
    const whole = wholeAddress(me, path, new URL(asked.request.url))
    if (whole) throw redirect(whole)
    return null
  }
}
