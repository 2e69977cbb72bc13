/** Light, dark, or as the device has it. Kept on the device: two people at one desk may differ from what the college likes. */
export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const key = 'console:theme'

export function chosenTheme(): Theme {
  try {
    return themes.find((theme) => theme === localStorage.getItem(key)) ?? 'system'
  } catch {
    // Asking for blocked storage throws.
    return 'system'
  }
}

export function paintTheme(theme = chosenTheme()): void {
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset.theme
  else dataset.theme = theme
}

export function chooseTheme(theme: Theme): void {
  paintTheme(theme)
  try {
    localStorage.setItem(key, theme)
  } catch {
    // It holds until the page is left.
  }
}
