/** Which of many texts say much the same: by the runs of three words that they share. */

export type Text = { id: number; owner: number; text: string }
export type Pair = { a: number; b: number; share: number; isSameOwner: boolean }

const run = 3
/** From this share of all runs on; less is asked of two texts of one owner. */
const enough = 0.5
const enoughOfOneOwner = 0.25

/** Small letters without marks, as words. */
function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}

function runsOf(text: string): Set<string> {
  const words = wordsOf(text)
  const runs = new Set<string>()
  for (let at = 0; at + run <= words.length; at++) runs.add(words.slice(at, at + run).join(' '))
  return runs
}

/** Each pair once, the smaller id first. */
export function alike(texts: readonly Text[]): Pair[] {
  const found: Pair[] = []
  const sizes: number[] = []
  /** Which texts before this one have a run. */
  const having = new Map<string, number[]>()
  const shared = new Int32Array(texts.length)
  for (const [at, { id, owner, text }] of texts.entries()) {
    const runs = runsOf(text)
    sizes.push(runs.size)
    const touched: number[] = []
    for (const each of runs) {
      const others = having.get(each)
      if (!others) {
        having.set(each, [at])
        continue
      }
      for (const other of others) {
        const before = shared[other] ?? 0
        shared[other] = before + 1
        if (before === 0) touched.push(other)
      }
      others.push(at)
    }
    for (const other of touched) {
      const both = shared[other] ?? 0
      shared[other] = 0
      const share = both / (runs.size + (sizes[other] ?? 0) - both)
      const before = texts[other] as Text
      const isSameOwner = before.owner === owner
      if (share >= (isSameOwner ? enoughOfOneOwner : enough))
        found.push({ a: Math.min(before.id, id), b: Math.max(before.id, id), share, isSameOwner })
    }
  }
  return found
}
