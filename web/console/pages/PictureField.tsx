/** A picture of a page, by the path of its value. */
import { PictureChoice } from '#web/console/ui/PictureChoice.tsx'
import { type Path, textAt, useEditing } from './editing.ts'

type PictureFieldProps = { at: Path; label: string; optional?: boolean; describes?: Path }

export function PictureField({ at, label, optional, describes }: PictureFieldProps) {
  const { body, change, problemAt } = useEditing()
  return (
    <PictureChoice
      label={label}
      address={textAt(body, at)}
      optional={optional}
      problem={problemAt(at)}
      onChoose={({ address, alt }) => {
        change(at, address)
        if (describes && alt) change(describes, alt)
      }}
    />
  )
}
