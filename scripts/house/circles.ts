/** Files that import each other, directly or by way of others, can only be read together. */
import type { Import } from './arrow.ts'

/** The circles there are, by their first file, and why each stays. All are types alone. */
const known: Record<string, string> = {
  'contract/heads.ts': 'an operation carries its head, and the address of a call follows from its operation',
  'web/accounts/card/AccountCard.tsx': 'the card names the properties that its dialogs get',
  'web/platform/session.ts': 'the type of the store is made of the types of its parts',
  'web/selection/AcceptForm.tsx': 'the parts of the invitation page name its reply',
}

/** Each circle that is not known, as a sentence. */
export function circles(imports: readonly Import[]): string[] {
  return circlesIn(imports)
    .filter(([first = '']) => !(first in known))
    .map((files) => `${files.join(', ')}: these files import each other in a circle`)
}

/** Known circles that are gone. */
export function knownCirclesGone(imports: readonly Import[]): string[] {
  const found = new Set(circlesIn(imports).map(([first]) => first))
  return Object.keys(known)
    .filter((first) => !found.has(first))
    .map((first) => `${first}: is in no circle; take it off the list in scripts/house/circles.ts`)
}

/** Tarjan's strongly connected components of more than one file. */
function circlesIn(imports: readonly Import[]): string[][] {
  const needs = Map.groupBy(imports, ({ from }) => from)
  const numbers = new Map<string, number>()
  const open: string[] = []
  const found: string[][] = []
  const visit = (file: string): number => {
    numbers.set(file, numbers.size)
    let low = numbers.get(file) as number
    open.push(file)
    for (const { to } of needs.get(file) ?? []) {
      if (!numbers.has(to)) low = Math.min(low, visit(to))
      else if (open.includes(to)) low = Math.min(low, numbers.get(to) as number)
    }
    if (low === numbers.get(file)) {
      const circle = open.splice(open.indexOf(file))
      if (circle.length > 1) found.push(circle.toSorted())
    }
    return low
  }
  for (const file of needs.keys()) if (!numbers.has(file)) visit(file)
  return found
}
