/** Whether a document's word for a file leads to another machine: whoever opens the document would fetch it, and tell that machine who they are. */

/** A name alone, or a path on the reader's own disk, leads nowhere else. */
export function isElsewhere(target: string): boolean {
  const path = plain(target).replaceAll('\\', '/').trim()
  const local = /^(?:file:\/*)?[a-z]:\//i
  return !local.test(path) && /^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(path)
}

/** A share of another machine, which is asked with the reader's own name and password. */
export function isOnAShare(target: string): boolean {
  const path = plain(target).replaceAll('\\', '/').trim()
  return isElsewhere(target) && /^(?:file:|\/\/)/i.test(path)
}

function plain(target: string): string {
  try {
    return decodeURIComponent(target)
  } catch {
    return target
  }
}
