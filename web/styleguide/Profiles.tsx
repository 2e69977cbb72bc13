import { profileTexts } from '#contract/people/profile-fields.ts'
import { NoDetailsCard } from '#web/people/DetailsCard.tsx'
import { NextSteps } from '#web/people/NextSteps.tsx'
import { PhotoField } from '#web/people/PhotoField.tsx'
import { usePhoto } from '#web/people/usePhoto.ts'
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
