/** What somebody types, once they rest: each question to the server asks about everybody who is chosen. */
import { useEffect, useState } from 'react'

export function useRested<Value>(value: Value, pause: number): Value {
  const words = JSON.stringify(value)
  const [rested, setRested] = useState(words)
  useEffect(() => {
    const timer = setTimeout(() => setRested(words), pause)
    return () => clearTimeout(timer)
  }, [words, pause])
  return JSON.parse(rested) as Value
}
