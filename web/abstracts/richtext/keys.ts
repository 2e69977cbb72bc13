import { baseKeymap, chainCommands, toggleMark } from 'prosemirror-commands'
import { history, redo, undo } from 'prosemirror-history'
import { keymap } from 'prosemirror-keymap'
import type { MarkType } from 'prosemirror-model'
import { liftListItem, sinkListItem, splitListItem, wrapInList } from 'prosemirror-schema-list'
import type { Command, EditorState, Plugin } from 'prosemirror-state'
import { schema } from './schema.ts'

const { marks, nodes } = schema

const breakLine: Command = (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(nodes.lineBreak.create()).scrollIntoView())
  return true
}

/** As in other editors. Tab is left alone: it leads out of the field. */
export const plugins = (): Plugin[] => [
  history(),
  keymap({
    'Mod-z': undo,
    'Mod-y': redo,
    'Shift-Mod-z': redo,
    'Mod-b': toggleMark(marks.strong),
    'Mod-i': toggleMark(marks.em),
    'Mod-u': toggleMark(marks.u),
    'Mod-,': toggleMark(marks.sub),
    'Mod-.': toggleMark(marks.sup),
    'Shift-Mod-7': chainCommands(liftListItem(nodes.listItem), wrapInList(nodes.orderedList)),
    'Shift-Mod-8': chainCommands(liftListItem(nodes.listItem), wrapInList(nodes.bulletList)),
    'Mod-]': sinkListItem(nodes.listItem),
    'Mod-[': liftListItem(nodes.listItem),
    'Shift-Enter': breakLine,
    Enter: splitListItem(nodes.listItem),
  }),
  keymap(baseKeymap),
]

/** Whether a mark is on where the person is, and its value if it has one. */
export function markAt({ selection, storedMarks, doc }: EditorState, type: MarkType): string | boolean {
  const { from, to, empty, $from } = selection
  if (empty) {
    const mark = type.isInSet(storedMarks ?? $from.marks())
    return mark ? ((mark.attrs.value as string | undefined) ?? true) : false
  }
  let found: string | boolean = false
  doc.nodesBetween(from, to, (node) => {
    const mark = node.isText ? type.isInSet(node.marks) : undefined
    if (mark) found = (mark.attrs.value as string | undefined) ?? true
  })
  return found
}

export const toggle = (name: 'strong' | 'em' | 'u'): Command => toggleMark(marks[name])

/** Gives the selection a size or family; without a value it is as the page has it. */
export const setMark =
  (name: 'size' | 'family', value: string): Command =>
  (state, dispatch) => {
    const type = marks[name]
    const { from, to, empty } = state.selection
    const { tr } = state
    if (empty) dispatch?.(value ? tr.addStoredMark(type.create({ value })) : tr.removeStoredMark(type))
    else dispatch?.(value ? tr.addMark(from, to, type.create({ value })) : tr.removeMark(from, to, type))
    return true
  }
