import { useCallback, useEffect, useState } from 'react'

/** Seconds that run down to none. Setting them starts, or stops with 0. */
export function useCountdown(from: number): [left: number, start: (seconds: number) => void] {
  const [end, setEnd] = useState(() => performance.now() + from * 1000)
  const [left, setLeft] = useState(from)
  const isRunning = left > 0

  useEffect(() => {
    if (!isRunning) return
    // Counted from the end, because a hidden tab ticks when it likes.
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((end - performance.now()) / 1000))), 250)
    return () => clearInterval(timer)
  }, [isRunning, end])

  const start = useCallback((seconds: number) => {
    setEnd(performance.now() + seconds * 1000)
    setLeft(seconds)
  }, [])
  return [left, start]
}
