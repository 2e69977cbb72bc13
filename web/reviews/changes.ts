/** What changed between two texts, word by word. */

export type Span = { kind: 'same' | 'added' | 'removed'; text: string }

const wordsOf = (text: string): string[] => text.split(/\s+/).filter(Boolean)

/** The longest words that both have in this order stay; of the others, what was removed stands before what was added. */
export function changesBetween(before: string, after: string): Span[] {
  const [old, now] = [wordsOf(before), wordsOf(after)]
  const common = commonWords(old, now)
  const spans: Span[] = []
  const add = (kind: Span['kind'], word: string) => {
    const last = spans.at(-1)
    if (last?.kind === kind) last.text += ` ${word}`
    else spans.push({ kind, text: word })
  }
  let [a, b] = [0, 0]
  while (a < old.length || b < now.length) {
    const [was, is] = [old[a], now[b]]
    if (was !== undefined && was === is) {
      add('same', was)
      a += 1
      b += 1
    } else if (was !== undefined && (is === undefined || lengthAt(common, a + 1, b) >= lengthAt(common, a, b + 1))) {
      add('removed', was)
      a += 1
    } else if (is !== undefined) {
      add('added', is)
      b += 1
    }
  }
  return spans
}

const lengthAt = (lengths: readonly Uint16Array[], a: number, b: number): number => lengths[a]?.[b] ?? 0

/** How many words two endings have in common. An abstract has some hundred words. */
function commonWords(old: readonly string[], now: readonly string[]): Uint16Array[] {
  const lengths = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1))
  for (let a = old.length - 1; a >= 0; a -= 1) {
    const row = lengths[a] as Uint16Array
    for (let b = now.length - 1; b >= 0; b -= 1)
      row[b] =
        old[a] === now[b]
          ? lengthAt(lengths, a + 1, b + 1) + 1
          : Math.max(lengthAt(lengths, a + 1, b), lengthAt(lengths, a, b + 1))
  }
  return lengths
}
