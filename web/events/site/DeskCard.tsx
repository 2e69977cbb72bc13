import type { Site } from '#contract/events/site.ts'

type DeskCardProps = { contact: Site['contacts'][number]; small?: boolean }

/** Whom to write to about what. */
export function DeskCard({ contact: { desk, about, email, phone }, small = false }: DeskCardProps) {
  return (
    <article className="card stack gap-s">
      <h2 className={small ? 'heading-small' : undefined}>{desk}</h2>
      <p className="soft">{about}</p>
      <p>
        <a href={`mailto:${email}`}>{email}</a>
      </p>
      {phone && (
        <p>
          <a href={`tel:${phone.replaceAll(' ', '')}`}>{phone}</a>
        </p>
      )}
    </article>
  )
}
