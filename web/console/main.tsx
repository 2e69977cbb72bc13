import './console.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { SiteProvider } from '#web/console/layout/site.tsx'
import { keepFocus } from '#web/platform/keepFocus.ts'
import { makeConsole } from './routes.tsx'

const root = document.getElementById('console')
if (!root) throw new Error('The page came without a place for the console.')

const { product = '', logo = '', college = '', address = '', collegeLogo = '' } = root.dataset
const { client, router } = makeConsole()
keepFocus()

createRoot(root).render(
  <StrictMode>
    <SiteProvider product={product} logo={logo} issuer={{ college, address, logo: collegeLogo }}>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </SiteProvider>
  </StrictMode>,
)
