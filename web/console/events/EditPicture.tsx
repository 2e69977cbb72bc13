/** The picture of an event or a programme: one of the build, or one that staff sent. */
import { type Picture, PictureChoice } from '#web/console/ui/PictureChoice.tsx'
import type { Edit } from '#web/console/ui/useEdit.ts'

const names = [
  'conference',
  'anaesthesia',
  'antimicrobial',
  'bioethics',
  'biostatistics',
  'ecg',
  'genomics',
  'neonatal',
]
const moreNames = ['pocus', 'radiology', 'simulation', 'suturing']
const ofBuild: readonly Picture[] = [...names, ...moreNames].map((name) => ({
  address: `/art/flyer-${name}.svg`,
  alt: `Flyer: ${name}`,
}))

type EditPictureProps = { edit: Edit; name: string; label: string; optional?: boolean }

export function EditPicture({ edit, name, label, optional }: EditPictureProps) {
  return (
    <PictureChoice
      label={label}
      address={edit.values[name] ?? ''}
      optional={optional}
      problem={edit.problems[name]}
      anchor={name}
      ofBuild={ofBuild}
      onChoose={({ address }) => edit.set(name, address)}
    />
  )
}
