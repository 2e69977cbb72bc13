/** The people to invite, pasted or from a file. A line that cannot be used is listed with its number and the reason, and is corrected in place. */
import { useRef, useState } from 'react'
import { mostInvitedAtOnce } from '#contract/selection/words.ts'
import { counted } from '#web/console/events/words.ts'
import { Field } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { type InvitedLine, withoutLines } from './invited-people.ts'
import { FileProblem, textOfFile } from './list-file.ts'

type InvitedListProps = {
  list: string
  lines: readonly InvitedLine[]
  unused: readonly string[]
  error: string | undefined
  onChange: (list: string) => void
}

export function InvitedList({ list, lines, unused, error, onChange }: InvitedListProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const broken = lines.filter(({ problem }) => problem !== '')
  const goTo = (line: number) => {
    const all = list.split('\n')
    const from = all.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0)
    const field = area.current
    if (!field) return
    field.focus()
    field.setSelectionRange(from, from + (all[line - 1] ?? '').length)
    field.scrollTop = ((line - 3) * field.scrollHeight) / all.length
  }
  return (
    <div className="stack">
      <Field
        label="People to invite"
        hint="One person on each line: email address, name, disciplines, separated by commas, semicolons or tabs. A first line with headings is recognised. People who were invited before get a new link."
        error={error}
      >
        {(control) => (
          <textarea
            className="input"
            rows={8}
            dir="auto"
            spellCheck={false}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- it appears because somebody asked for it, to type in it
            autoFocus
            {...control}
            ref={area}
            value={list}
            onChange={({ target }) => onChange(target.value)}
          />
        )}
      </Field>
      <ChooseFile onText={onChange} />
      {unused.length > 0 && <p className="small soft">{`Columns that are not used: ${unused.join(', ')}.`}</p>}
      {broken.length > 0 && (
        <Notice tone="wait">
          <p>
            <strong>{`${counted(broken.length, 'line')} to correct:`}</strong>
          </p>
          <ul className="told-lines">
            {broken.map(({ line, text, problem }) => (
              <li key={`${line} ${text} ${problem}`}>
                <button className="button button-quiet" type="button" onClick={() => goTo(line)}>
                  {`Line ${line}`}
                </button>{' '}
                {problem}
              </li>
            ))}
          </ul>
          <button
            className="button button-secondary"
            type="button"
            onClick={() =>
              onChange(
                withoutLines(
                  list,
                  broken.map(({ line }) => line),
                ),
              )
            }
          >
            {`Remove ${broken.length === 1 ? 'this line' : `these ${broken.length} lines`}`}
          </button>
        </Notice>
      )}
    </div>
  )
}

/** Its lines take the place of what was typed: there they can be corrected. */
function ChooseFile({ onText }: { onText: (text: string) => void }) {
  const [problem, setProblem] = useState<string>()
  const read = async (file: File | undefined) => {
    if (!file) return
    setProblem(undefined)
    try {
      onText(await textOfFile(file))
    } catch (error) {
      setProblem(error instanceof FileProblem ? error.message : 'This file cannot be read.')
    }
  }
  return (
    <Field
      label="Or choose a file"
      hint={`CSV or Excel (.xlsx), at most 1 MB and ${mostInvitedAtOnce} people. It replaces the list above.`}
      error={problem}
      optional
    >
      {(control) => (
        <input
          {...control}
          className="input"
          type="file"
          accept=".csv,.tsv,.txt,.xlsx"
          onChange={async ({ target }) => {
            await read(target.files?.[0])
            // The same file again, once it was corrected, is another choice.
            target.value = ''
          }}
        />
      )}
    </Field>
  )
}
