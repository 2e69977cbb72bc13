/** Inlined in the head of every page, before the first paint; content pages have no other script. It must stay under 1 KB. */
import { paintSignedIn, signedInKey } from './layout/signedIn.ts'

const page = document
const listen = addEventListener
const expanded = 'aria-expanded'
const openMenus = () => [...page.querySelectorAll<HTMLElement>(`.site-nav [${expanded}=true]`)]
const set = (element: Element | null, is: boolean, what = expanded) => element?.setAttribute(what, `${is}`)

paintSignedIn()
listen('DOMContentLoaded', paintSignedIn)

listen('click', (event) => {
  const target = event.target as HTMLElement
  const near = (selector: string) => target.closest<HTMLAnchorElement>(selector)

  // A menu closes when the tap was elsewhere or followed a link.
  const open = openMenus()
  const toggle = near(`.site-nav [${expanded}]`)
  for (const menu of open) if (near('a') || !menu.parentNode?.contains(target)) set(menu, false)
  set(toggle, !open.includes(toggle as HTMLElement))

  const dialog = page.getElementById(near('[data-opens]')?.dataset.opens as string)
  ;(dialog as HTMLDialogElement | null)?.showModal()

  // Phones open a place in their own map.
  const map = near('[data-geo]')
  const device = /Android|iP|Mac/.exec(navigator.userAgent)?.[0]
  if (map && device) map.href = map.dataset[device === 'Android' ? 'geo' : 'apple'] as string

  // A click that comes before the script is kept, and its button says so: see web/platform/early.ts.
  set(near('.early main button'), true, 'aria-busy')

  if (near('[data-sign-out]')) {
    localStorage.removeItem(signedInKey)
    location.href = '/login#sign-out'
  }
})

listen('keydown', ({ key }) => {
  const open = key === 'Escape' ? openMenus() : []
  for (const menu of open) set(menu, false)
  open[0]?.focus()
})
