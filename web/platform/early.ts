/** Between the first paint and the first script a person may click: the boot script marks the button, and it is done here, once. */
export const earlyClass = 'early'

export function doEarlyActs(): void {
  const root = document.querySelector(`.${earlyClass}`)
  root?.classList.remove(earlyClass)
  for (const button of root?.querySelectorAll<HTMLElement>('main button[aria-busy=true]') ?? []) {
    button.removeAttribute('aria-busy')
    button.click()
  }
}
