import { useEffect, useRef, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { Banner } from './Banner.tsx'
import { Footer } from './Footer.tsx'
import { Navbar } from './Navbar.tsx'
import { paintSignedIn } from './signedIn.ts'
import { SkipLink } from './SkipLink.tsx'

export function Layout({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  return (
    <>
      <SkipLink />
      <Banner />
      <Navbar here={pathname} />
      <Main pathname={pathname}>{children}</Main>
      <Footer />
    </>
  )
}

/** After moving to another page, reading starts at its top: for the eye and for a screen reader. */
function Main({ pathname, children }: { pathname: string; children: ReactNode }) {
  const main = useRef<HTMLElement>(null)
  const shown = useRef(pathname)

  // The boot script painted the server's HTML; a shell that React has drawn anew is painted again.
  useEffect(paintSignedIn, [])

  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    scrollTo(0, 0)
    main.current?.focus()
  }, [pathname])

  return (
    <main id="main" tabIndex={-1} ref={main}>
      {children}
    </main>
  )
}
