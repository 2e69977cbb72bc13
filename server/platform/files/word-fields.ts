/** The fields of a Word text: what Word works out by itself, such as page numbers. Some start another program (DDE). */

type Field = { instruction: string; isBegun: boolean }

export type Fields = {
  open: (name: string, attributes: Record<string, string>) => void
  text: (text: string) => void
  close: (name: string) => void
  startAProgram: () => boolean
}

const enough = 200
const deepest = 1000

/** An instruction is cut into pieces wherever the writer likes, and its first word may be the result of another field. */
export function readFields(): Fields {
  const open: Field[] = []
  const loose: Field = { instruction: '', isBegun: true }
  let isInstruction = false
  let found = false
  const look = ({ instruction }: Field) => (found ||= /^[\s"]*DDE/i.test(instruction))
  const begin = () => {
    const outer = open.at(-1)
    if (outer?.isBegun && outer.instruction.trim() === '') found = true
    if (open.length < deepest) open.push({ instruction: '', isBegun: true })
  }
  const mark = (kind: string | undefined) => {
    const field = open.at(-1)
    if (kind === 'begin') begin()
    else if (kind === 'separate' && field) field.isBegun = false
    else if (kind === 'end') open.pop()
  }
  return {
    open: (name, attributes) => {
      const valueOf = (wanted: string) =>
        Object.entries(attributes).find(([each]) => each === wanted || each.endsWith(`:${wanted}`))?.[1]
      isInstruction = /^(?:del)?instrText$/i.test(name)
      if (name === 'fldChar') mark(valueOf('fldCharType'))
      if (name === 'fldSimple') look({ instruction: valueOf('instr') ?? '', isBegun: true })
    },
    text: (text) => {
      if (!isInstruction) return
      const field = open.at(-1) ?? loose
      if (field.instruction.length < enough) field.instruction += text
      look(field)
    },
    close: () => (isInstruction = false),
    startAProgram: () => found,
  }
}
