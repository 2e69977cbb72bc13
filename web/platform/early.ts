/** Between the first paint and the first script a person may click: the boot script marks the button, and it is done here, once. */
export const earlyClass = 'early'

/** From now on the page answers by itself: a click that is answered must not be kept as well. */
export function takeEarlyClicks(): HTMLElement[] {
  const root = document.querySelector(`.${earlyClass}`)
  root?.classList.remove(earlyClass)
  return [...(root?.querySelectorAll<HTMLElement>('main button[aria-busy=true]') ?? [])]
}

export function doEarlyClicks(buttons: HTMLElement[]): void {
  for (const button of buttons) {
    button.removeAttribute('aria-busy')
    button.click()
  }
}
