/** Every address and the page behind it, each in its own chunk. The server render and the browser both read this. */
import { lazy, type ComponentType } from 'react'
import { drawnBy, pages, type PagePath } from '#contract/pages.ts'

type Chunk = () => Promise<{ default: ComponentType }>

const chunks: Record<PagePath, Chunk> = {
  '/': () => import('./events/site/HomePage.tsx'),
  '/program': () => import('./events/CurrentProgrammesPage.tsx'),
  '/past-programs': () => import('./events/PastProgrammesPage.tsx'),
  '/events': () => import('./events/WorkshopsPage.tsx'),
  '/abstract': () => import('./abstracts/GuidelinesPage.tsx'),
  '/faq': () => import('./events/site/FaqPage.tsx'),
  '/travel': () => import('./events/site/TravelPage.tsx'),
  '/contact': () => import('./events/site/ContactPage.tsx'),
  '/privacy': () => import('./events/site/PrivacyPage.tsx'),
  '/terms': () => import('./events/site/TermsPage.tsx'),
  '/login': () => import('./accounts/LoginPage.tsx'),
  '/signup': () => import('./accounts/SignupPage.tsx'),
  '/forgotpass': () => import('./accounts/ForgotPasswordPage.tsx'),
  '/verify-email': () => import('./accounts/VerifyEmailPage.tsx'),
  '/undo-email': () => import('./accounts/UndoEmailPage.tsx'),
  '/profilereg': () => import('./people/ProfileFormPage.tsx'),
  '/profile': () => import('./people/ProfilePage.tsx'),
  '/abstractsubmission': () => import('./abstracts/SubmissionPage.tsx'),
  '/decision': () => import('./abstracts/DecisionPage.tsx'),
  '/authors': () => import('./abstracts/AuthorsPage.tsx'),
  '/review/invitation': () => import('./selection/InvitationPage.tsx'),
  '/regcomplete': () => import('./accounts/RegistrationCompletePage.tsx'),
  '/payment-processing': () => import('./payments/PaymentProcessingPage.tsx'),
  '/review': () => import('./reviews/ReviewPages.tsx'),
  '/styleguide': () => import('./styleguide/StyleguidePage.tsx'),
}

export const pagePaths = Object.keys(pages) as PagePath[]

/** The page at an address, if the site has one. */
export const pageAt = (pathname: string): PagePath | undefined => drawnBy(pathname.replace(/(.)\/$/, '$1'))

const chunkTimeout = 120_000

/** Browsers do not all say which file failed, so we do. */
async function loadChunk(path: PagePath): Promise<{ default: ComponentType }> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('it took too long')), chunkTimeout)
  })
  try {
    return await Promise.race([chunks[path](), late])
  } catch (cause) {
    throw new Error(`Loading chunk ${path} failed: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    })
  } finally {
    clearTimeout(timer)
  }
}

const known = new Map<PagePath, ComponentType>()

/** Loads a page ahead of drawing it, so that the first drawing is whole: hydration must find what the server drew. */
export async function preload(path: PagePath): Promise<void> {
  const { default: Page } = await loadChunk(path)
  if (!known.has(path)) known.set(path, Page)
}

/** One component for each address for good: a second one would throw away what the person has typed. */
export function pageComponent(path: PagePath): ComponentType {
  const page = known.get(path) ?? lazy(() => loadChunk(path))
  known.set(path, page)
  return page
}
