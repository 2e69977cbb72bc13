import { profileTexts } from '#contract/profile-fields.ts'
import { NoDetailsCard } from '#web/profiles/DetailsCard.tsx'
import { NextSteps } from '#web/profiles/NextSteps.tsx'
import { PhotoField } from '#web/profiles/PhotoField.tsx'
import { usePhoto } from '#web/profiles/usePhoto.ts'
import { Specimen } from './Specimen.tsx'

export function Photos() {
  return (
    <Specimen title="Photo">
      <PhotoField
        photo={usePhoto('of the style guide')}
        saved={undefined}
        isOptional={false}
        error={profileTexts.photoTooLarge}
        onChoose={() => {}}
      />
    </Specimen>
  )
}

export function Standing() {
  return (
    <div className="stack">
      <NoDetailsCard name="Mehak Soomro" email="mehak.soomro@example.org" />
      <NextSteps profile={undefined} workshops={0} />
    </div>
  )
}
