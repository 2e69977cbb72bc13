/** A row lock is released at the end of its transaction. Outside of one it is gone before anything is judged by it. */

const lock =
  /\.for(?:Update|NoKeyUpdate|Share|KeyShare)\(|\bfor (?:no key update|update|key share|share)\b|\bpg_advisory_xact_lock\w*\(|\bselect lock_\w+\(/g
const declaration = /^(?:export )?(?:async )?(?:function|const) (\w+)/gm
const opensTransaction = /\b(?:inTransaction|inAct|inActOnce)\(/g
const asksForTransaction = /[\w}]: (?:Transaction|Acting)\b/
const comment = /\/\*[\s\S]*?\*\/|\/\/.*/g

/** Functions that lock rows without a transaction, their own or one that they ask for. */
export function locksOutside(file: string, text: string): string[] {
  if (!isVerb(file)) return []
  const code = text.replaceAll(comment, (words) => ' '.repeat(words.length))
  const owners = [...code.matchAll(declaration)]
  return [...code.matchAll(lock)].flatMap(({ index }) => {
    const owner = owners.findLast((each) => each.index < index)
    if (!owner) return []
    const before = code.slice(owner.index, index)
    if (asksForTransaction.test(headOf(before)) || isInside(before)) return []
    return [`${file}: ${owner[1]} locks rows and does not ask for a Transaction`]
  })
}

/** The platform and the backups have connections of their own. */
function isVerb(file: string): boolean {
  return /^server\/(?!platform\/|testing\/|backup\/).*\.ts$/.test(file) && !file.includes('.test.')
}

/** The parameters of a function, without those of functions that are handed to it. */
function headOf(before: string): string {
  const [head = ''] = /^[\s\S]*?(?:\{|=>)\n|^[\s\S]*/.exec(before) ?? []
  return head.replaceAll(/\([^()]*\) =>(?!\n)/g, '')
}

/** Whether a bracket that opened a transaction is still open at the end. */
function isInside(before: string): boolean {
  return [...before.matchAll(opensTransaction)].some(({ 0: { length }, index }) => {
    let open = 1
    for (let at = index + length; open > 0 && at < before.length; at += 1)
      open += { '(': 1, ')': -1 }[before[at] as string] ?? 0
    return open > 0
  })
}
