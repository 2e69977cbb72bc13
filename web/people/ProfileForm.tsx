import type { ReactNode } from 'react'
import { useId } from 'react'
import { PageLink } from '#web/layout/PageLink.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { FormAside } from './FormAside.tsx'
import { MissingDialog } from './MissingDialog.tsx'
import { PhotoField } from './PhotoField.tsx'
import { ProfileChoice, ProfileInput } from './ProfileInput.tsx'
import { TownFields } from './TownFields.tsx'
import type { ProfileFormState } from './useProfileForm.ts'
import { useSavedPhoto } from './useSavedPhoto.ts'

type ProfileFormProps = { form: ProfileFormState; email: string; children?: ReactNode }

export function ProfileForm({ form, email, children }: ProfileFormProps) {
  return (
    <section className="section">
      <div className="page-width split">
        <form
          className="stack gap-l"
          noValidate
          method="dialog"
          onSubmit={(event) => {
            event.preventDefault()
            void form.submit()
          }}
        >
          {children}
          <You form={form} />
          <TakingPart form={form} />
          <YourWork form={form} />
          <HowToReachYou form={form} email={email} />
          <Send form={form} />
        </form>
        <FormAside form={form} />
      </div>
      <MissingDialog form={form} />
    </section>
  )
}

type PartProps = { form: ProfileFormState }

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className="card stack gap-l" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

function You({ form }: PartProps) {
  const saved = useSavedPhoto(form.photoChangedAt)
  return (
    <Part title="You">
      <PhotoField
        photo={form.photo}
        saved={saved}
        isOptional={Boolean(form.photoChangedAt)}
        error={form.problems.Photo}
        onChoose={() => form.forgive('Photo')}
      />
      <div className="form-grid">
        <ProfileInput form={form} name="Name" autoComplete="name" />
        <ProfileInput form={form} name="FatherName" />
      </div>
      <ProfileChoice form={form} name="Gender" />
    </Part>
  )
}

function TakingPart({ form }: PartProps) {
  return (
    <Part title="Taking part">
      <ProfileChoice form={form} name="Nationality" />
      <ProfileChoice form={form} name="PartcipantType" />
      <ProfileChoice
        form={form}
        name="PresenterType"
        notes={{ Attendee: 'Workshops and sessions', Presenter: 'You will submit an abstract' }}
      />
    </Part>
  )
}

function YourWork({ form }: PartProps) {
  return (
    <Part title="Your work">
      <div className="form-grid">
        <ProfileInput form={form} name="PMDCReg" />
        <ProfileInput form={form} name="Designation" autoComplete="organization-title" />
        <ProfileInput form={form} name="Institution" autoComplete="organization" />
        <ProfileInput form={form} name="Faculty" />
        <div className="field-wide">
          <ProfileInput form={form} name="Department" />
        </div>
      </div>
    </Part>
  )
}

function HowToReachYou({ form, email }: PartProps & { email: string }) {
  return (
    <Part title="How to reach you">
      <div className="form-grid">
        <div className="field-wide">
          <ProfileInput form={form} name="Address" autoComplete="street-address" />
        </div>
        <TownFields form={form} />
        <ProfileInput form={form} name="PostCode" autoComplete="postal-code" />
        <ProfileInput form={form} name="Mobile" autoComplete="tel" />
        <ProfileInput form={form} name="Phone" />
        <ProfileInput form={form} name="Fax" />
        <TextField
          label="Email"
          type="email"
          value={email}
          readOnly
          required
          hint="From your account. It cannot be changed here."
        />
        <ProfileInput form={form} name="AltEmail" />
      </div>
    </Part>
  )
}

function Send({ form }: PartProps) {
  return (
    <div className="stack">
      {form.trouble && (
        <Notice tone="bad" live>
          {form.trouble} What you typed is kept on this device.
        </Notice>
      )}
      <div className="cluster">
        <button className="button button-primary" aria-busy={form.isSending || undefined}>
          {form.profile ? 'Save changes' : 'Create profile'}
        </button>
        <PageLink className="button button-quiet" to="/profile">
          {form.profile ? 'Back to my profile' : 'Finish later'}
        </PageLink>
      </div>
    </div>
  )
}
