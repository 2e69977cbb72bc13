/** Tells somebody who waits in the line that they need not do anything, and for how long. Loaded when somebody waits. */

/** Gives what takes it away again. Pages with and without React wait, so it stands beside them. */
export function tellOfWait(milliseconds: number): () => void {
  const end = performance.now() + milliseconds
  const region = document.createElement('output')
  region.className = 'toast-region'
  const seconds = document.createElement('span')
  // Screen readers hear the sentence once, and not again each second.
  seconds.setAttribute('aria-live', 'off')
  const count = () => {
    const left = Math.max(1, Math.ceil((end - performance.now()) / 1000))
    seconds.textContent = `${left} second${left === 1 ? '' : 's'}`
  }
  count()
  document.body.append(region)
  // A region that comes with its words is not read out.
  const say = setTimeout(() => {
    const words = document.createElement('p')
    words.className = 'toast'
    words.append('Many people are here at the moment. Your place is kept; continuing in ', seconds, '.')
    region.append(words)
  })
  const timer = setInterval(count, 250)
  return () => {
    clearTimeout(say)
    clearInterval(timer)
    region.remove()
  }
}
