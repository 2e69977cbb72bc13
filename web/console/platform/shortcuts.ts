const key = 'console:shortcuts'

/** On, unless somebody switched them off on this device. */
export function areShortcutsOn(): boolean {
  try {
    return localStorage.getItem(key) !== 'off'
  } catch {
    // Asking for blocked storage throws.
    return true
  }
}

export function switchShortcuts(on: boolean): void {
  try {
    localStorage.setItem(key, on ? 'on' : 'off')
  } catch {
    // They stay as they were.
  }
}
