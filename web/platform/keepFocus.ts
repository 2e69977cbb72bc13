/** Where somebody goes on who has no mouse: a part of the screen that a name was given to. */
const parts = 'dialog, form, section[aria-label], section[aria-labelledby], main'

/**
 * An act often takes its own button off the screen: what was published, taken back or released is over.
 * The focus would be nowhere then, and a reader of the screen silent. It goes to the nearest part that is still there.
 */
export function keepFocus(): () => void {
  let last: Element | undefined
  let around: HTMLElement[] = []
  const remember = ({ target }: FocusEvent) => {
    if (!(target instanceof Element)) return
    last = target
    // By now: once it is off the screen nothing tells where it stood.
    around = []
    for (let part = target.parentElement?.closest<HTMLElement>(parts); part; part = above(part)) around.push(part)
  }
  const look = () => {
    const { activeElement: focused, body } = document
    const isLost = focused === null || focused === body || focused.matches(':disabled')
    if (!isLost || !last || (last.isConnected && !last.matches(':disabled') && isShown(last))) return
    // Whoever signs in leaves the whole page behind, and goes on in the next.
    const part = around.find((each) => each.isConnected && isShown(each)) ?? document.querySelector('main')
    if (!part) return
    last = undefined
    if (!part.hasAttribute('tabindex')) part.tabIndex = -1
    part.focus({ preventScroll: true })
  }
  const observer = new MutationObserver(look)
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ['disabled', 'hidden', 'open'],
  })
  document.addEventListener('focusin', remember)
  return () => {
    observer.disconnect()
    document.removeEventListener('focusin', remember)
  }
}

const above = (part: Element) => part.parentElement?.closest<HTMLElement>(parts)

const isShown = (element: Element): boolean => {
  const dialog = element.closest('dialog')
  return dialog === null || dialog.open
}
