import { PageLink } from '#web/layout/PageLink.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import type { Profile } from './api.ts'
import { useSavedPhoto } from './useSavedPhoto.ts'
import styles from './ProfilePage.module.css'

/** Who the person is to the conference. */
export function DetailsCard({ profile, email }: { profile: Profile; email: string }) {
  const photo = useSavedPhoto(profile.PhotoChangedAt)
  const work = [profile.Designation, profile.Department].filter(Boolean).join(', ')
  return (
    <section className="card stack" aria-labelledby="details">
      <div className={styles.person}>
        {photo ? (
          <img className={styles.photo} src={photo} alt="" width="72" height="72" />
        ) : (
          <span className={styles.photo} aria-hidden="true" />
        )}
        <div>
          <h2 id="details">{profile.Name}</h2>
          {work && <p className="soft small">{work}</p>}
          {profile.Institution && <p className="soft small">{profile.Institution}</p>}
        </div>
      </div>
      <dl className="facts small">
        <Fact name="Taking part as">{profile.PresenterType}</Fact>
        <Fact name="Category">{profile.PartcipantType}</Fact>
        <Fact name="From">{`${profile.City}, ${profile.Country}`}</Fact>
        <Fact name="Email">{email}</Fact>
        <Fact name="Mobile">{profile.Mobile}</Fact>
        <Fact name="Applicant no.">{String(profile.ApplicantID)}</Fact>
      </dl>
      <PageLink className="button button-secondary button-block" to="/profilereg">
        <Icon name="edit" /> Edit profile
      </PageLink>
    </section>
  )
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={styles.fact}>{children}</dd>
    </div>
  )
}

/** Somebody who finishes later is asked once more, kindly. */
export function NoDetailsCard({ name, email }: { name: string; email: string }) {
  return (
    <section className="card stack" aria-labelledby="details">
      <div>
        <h2 id="details">{name}</h2>
        <p className="soft small">{email}</p>
      </div>
      <p>Your profile is not there yet. We need it to register you for the event.</p>
      <PageLink className="button button-primary button-block" to="/profilereg">
        Create your profile
      </PageLink>
    </section>
  )
}
