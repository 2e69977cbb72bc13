/** Two versions of a form that began from the same one: what each side changed, brought together. */
export type Values = Readonly<Record<string, string>>

export type Merged = {
  /** What the form shows from now on. */
  values: Record<string, string>
  /** Changed by both, and not to the same: a person must choose. */
  open: string[]
  /** Changed by the other side only, and taken. */
  taken: string[]
}

export function merge(base: Values, mine: Values, theirs: Values): Merged {
  const merged: Merged = { values: {}, open: [], taken: [] }
  for (const [name, before] of Object.entries(base)) {
    const [own = before, other = before] = [mine[name], theirs[name]]
    merged.values[name] = own === before ? other : own
    if (own === other || other === before) continue
    if (own === before) merged.taken.push(name)
    else merged.open.push(name)
  }
  return merged
}

export function changedNames(base: Values, mine: Values): string[] {
  return Object.keys(base).filter((name) => mine[name] !== undefined && mine[name] !== base[name])
}
