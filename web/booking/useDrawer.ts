import { useEffect } from 'react'
import { cartId } from '#web/layout/signedIn.ts'

/** The cart in the navigation bar opens the drawer, or leads the eye to it where it stands open. */
export function useDrawer(): void {
  useEffect(() => {
    const element = document.getElementById(cartId)
    const lead = () => element?.querySelector<HTMLElement>('#cart-title')?.focus()
    const open = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest(`a[href="#${cartId}"]`) : null
      if (!link || !element) return
      event.preventDefault()
      if (getComputedStyle(element).display === 'none') element.showPopover()
      else lead()
    }
    const follow = (event: Event) => {
      if ((event as ToggleEvent).newState === 'open') lead()
    }
    document.addEventListener('click', open)
    element?.addEventListener('toggle', follow)
    return () => {
      document.removeEventListener('click', open)
      element?.removeEventListener('toggle', follow)
    }
  }, [])
}
