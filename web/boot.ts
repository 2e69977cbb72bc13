/** Inlined in the head of every page, before the first paint; content pages have no other script. It must stay under 1 KB. */
import { paintSignedIn, signedInKey } from './platform/signedIn.ts'

const page = document
const listen = page.addEventListener.bind(page)
const expanded = 'aria-expanded'
const openMenus = () => [...page.querySelectorAll<HTMLElement>(`.site-nav [${expanded}=true]`)]
const setOpen = (menu: Element | null, isOpen: boolean) => menu?.setAttribute(expanded, String(isOpen))

paintSignedIn()
listen('DOMContentLoaded', paintSignedIn)

listen('click', (event) => {
  const target = event.target as HTMLElement
  const near = (selector: string) => target.closest<HTMLAnchorElement>(selector)

  // A menu closes when the tap was elsewhere or followed a link.
  const open = openMenus()
  const toggle = near(`.site-nav [${expanded}]`)
  for (const menu of open) if (near('a') || !menu.parentNode?.contains(target)) setOpen(menu, false)
  setOpen(toggle, !open.includes(toggle as HTMLElement))

  const id = near('[data-opens]')?.dataset.opens
  if (id) (page.getElementById(id) as HTMLDialogElement).showModal()

  // Phones open a place in their own map.
  const map = near('[data-geo]')
  const [device] = /Android|iPhone|iPad|Mac/.exec(navigator.userAgent) ?? []
  if (map && device) map.href = (device === 'Android' ? map.dataset.geo : map.dataset.apple) as string

  if (near('[data-sign-out]')) {
    localStorage.removeItem(signedInKey)
    location.assign('/login#sign-out')
  }
})

listen('keydown', ({ key }) => {
  const open = key === 'Escape' ? openMenus() : []
  for (const menu of open) setOpen(menu, false)
  open[0]?.focus()
})
