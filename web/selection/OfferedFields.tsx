import { mostFirstFields, mostSecondFields } from '#contract/selection/words.ts'
import { SelectField } from '#web/ui/Field.tsx'
import type { Invitation } from './InvitationPage.tsx'

type Ranks = { first: string[]; second: string[] }
type OfferedFieldsProps = Ranks & {
  fields: Invitation['fields']
  errors: { [Rank in keyof Ranks]: string | undefined }
  onChange: (ranks: Ranks) => void
}

/** Disciplines by rank: a next list appears when one is chosen, and none can be chosen twice. */
export function OfferedFields({ fields, first, second, errors, onChange }: OfferedFieldsProps) {
  return (
    <div className="form-grid">
      <Rank
        name="first"
        most={mostFirstFields}
        chosen={first}
        taken={second}
        fields={fields}
        error={errors.first}
        onChange={(first) => onChange({ first, second })}
      />
      <Rank
        name="second"
        most={mostSecondFields}
        chosen={second}
        taken={first}
        fields={fields}
        error={errors.second}
        onChange={(second) => onChange({ first, second })}
      />
    </div>
  )
}

const words = {
  first: { legend: 'First fields', hint: 'One or two that you know best.', label: 'First field' },
  second: { legend: 'Second fields', hint: 'Up to four more, if you like.', label: 'Second field' },
}

type RankProps = {
  name: keyof Ranks
  most: number
  chosen: string[]
  taken: string[]
  fields: Invitation['fields']
  error: string | undefined
  onChange: (chosen: string[]) => void
}

function Rank({ name, most, chosen, taken, fields, error, onChange }: RankProps) {
  const { legend, hint, label } = words[name]
  const open = chosen.length < most ? [...chosen, ''] : chosen
  const change = (at: number, value: string) => onChange(open.with(at, value).filter(Boolean))
  return (
    <fieldset className="stack gap-s">
      <legend className="field-label">{legend}</legend>
      <p className="field-hint">{hint}</p>
      {open.map((value, at) => (
        <SelectField
          // One place is one list, whatever is chosen in it.
          // oxlint-disable-next-line react/no-array-index-key
          key={at}
          name={name}
          label={`${label} ${at + 1}`}
          error={at === 0 ? error : undefined}
          value={value}
          onChange={({ target }) => change(at, target.value)}
        >
          <option value="">{at === 0 && name === 'first' ? 'Please select' : 'None'}</option>
          {fields
            .map(({ specialityId, name }) => ({ id: String(specialityId), name }))
            .filter(({ id }) => id === value || ![...chosen, ...taken].includes(id))
            .map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
        </SelectField>
      ))}
    </fieldset>
  )
}
