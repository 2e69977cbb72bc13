/** A pasted list as disciplines and their fields. A line that is indented, or begins with a dash or bullet, is a field of the discipline above. */
export type Pasted = { description: string; fields: string[] }

export function pastedDisciplines(text: string): Pasted[] {
  const found: Pasted[] = []
  for (const line of text.split(/\r?\n/)) {
    const name = line.replace(/^\s*(?:[-*•–]\s*)?/, '').trim()
    if (name === '') continue
    const above = found.at(-1)
    if (/^(?:\s|[-*•–])/.test(line) && above) above.fields.push(name)
    else found.push({ description: name, fields: [] })
  }
  return found
}
