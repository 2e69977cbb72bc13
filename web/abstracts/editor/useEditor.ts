import { EditorState, type Command } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { markAt, plugins } from '#web/abstracts/richtext/keys.ts'
import { cleanPasted } from '#web/abstracts/richtext/paste.ts'
import { readText, schema, writeText } from '#web/abstracts/richtext/schema.ts'

export type Asked = {
  /** As HTML. Another one than was last told replaces the text. */
  value: string
  onChange: (html: string) => void
  attributes: Record<string, string>
}

const stateOf = (html: string): EditorState => EditorState.create({ doc: readText(html), plugins: plugins() })

/** What is on where the person is; sizes and families by their value. */
const noMarks = { strong: false, em: false, u: false, size: '', family: '' }
export type Marks = typeof noMarks

const marksOf = (state: EditorState): Marks => ({
  strong: markAt(state, schema.marks.strong) !== false,
  em: markAt(state, schema.marks.em) !== false,
  u: markAt(state, schema.marks.u) !== false,
  size: String(markAt(state, schema.marks.size) || ''),
  family: String(markAt(state, schema.marks.family) || ''),
})

export function useEditor(host: RefObject<HTMLElement | null>, asked: Asked) {
  const latest = useRef(asked)
  const view = useRef<EditorView>(null)
  const told = useRef(asked.value)
  const [marks, setMarks] = useState(noMarks)

  useLayoutEffect(() => {
    latest.current = asked
  })

  useLayoutEffect(() => {
    const made = new EditorView(host.current, {
      state: stateOf(latest.current.value),
      attributes: latest.current.attributes,
      transformPastedHTML: cleanPasted,
      dispatchTransaction(change) {
        const state = made.state.apply(change)
        made.updateState(state)
        setMarks(marksOf(state))
        if (!change.docChanged) return
        told.current = writeText(state.doc)
        latest.current.onChange(told.current)
      },
    })
    view.current = made
    return () => made.destroy()
  }, [host])

  useEffect(() => {
    if (told.current === asked.value) return
    told.current = asked.value
    view.current?.updateState(stateOf(asked.value))
  }, [asked.value])

  return {
    marks,
    focus: () => view.current?.focus(),
    run: (command: Command) => {
      if (view.current) command(view.current.state, view.current.dispatch)
    },
  }
}
