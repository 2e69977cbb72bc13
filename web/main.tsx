import './ui/index.css'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import type { PageContent } from '#contract/events/page-content.ts'
import { pages } from '#contract/pages.ts'
import { startSession } from './accounts/session.ts'
import { App, World } from './App.tsx'
import { isKnown, learnEvent } from './events/currentEvent.ts'
import { baseOf } from './platform/base.ts'
import { pageAt, preload } from './routes.tsx'
import { makeStore } from './store.ts'

const store = makeStore()
const base = baseOf(location.pathname)
// Which event it is stands at the end of the page. Everywhere else nobody waits for that.
if (base) await untilWhole()
/** The event whose ids and cart these are, where it is not the current one. */
const namespace = document.getElementById('content')?.dataset.namespace ?? ''
const session = startSession(store, namespace)
const event = learnEvent(store, Number(namespace))

await untilWhole()
const root = document.getElementById('app')
const text = document.getElementById('content')?.textContent
const path = pageAt(location.pathname.slice(base.length) || '/')
if (!root || !text || !path) throw new Error(`${location.pathname} came without what it is drawn from.`)

const content = JSON.parse(text) as PageContent
const site = (
  <StrictMode>
    <World store={store} content={content}>
      <BrowserRouter basename={base || '/'}>
        <App />
      </BrowserRouter>
    </World>
  </StrictMode>
)

if (pages[path].kind === 'app') {
  await session
  // Drawn with the ids of an earlier event, a form would look for what was typed under the wrong name.
  if (!isKnown(store, content.event?.id) || namespace) await event
  createRoot(root).render(site)
} else {
  // React asks for a missing chunk once more and then tells the person: see ErrorBoundary.
  await preload(path).catch(reportError)
  hydrateRoot(root, site)
}

/** On a slow link this script is out of the cache and running before the rest of the page has arrived. */
async function untilWhole(): Promise<void> {
  if (document.readyState !== 'loading') return
  await new Promise((whole) => document.addEventListener('DOMContentLoaded', whole, { once: true }))
}
