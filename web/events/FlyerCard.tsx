import type { Programme } from '#contract/events/site.ts'
import { fullDay } from '#web/platform/calendar.ts'
import { feeText } from '#web/platform/money.ts'

type FlyerCardProps = { programme: Programme; ending: 'Until' | 'Ended'; href?: string }

export function FlyerCard({ programme, ending, href }: FlyerCardProps) {
  const { name, courseCoordinator, registrationFee, endDate, image } = programme
  const fee = feeText(registrationFee)
  return (
    <article className="flyer-card">
      <img src={image} alt="" width="600" height="800" loading="lazy" />
      <div className="stack gap-s">
        <h2 className="heading-small">{href ? <a href={href}>{name}</a> : name}</h2>
        <p className="small soft">
          {courseCoordinator}
          <br />
          {ending} <time dateTime={endDate}>{fullDay(endDate)}</time>
        </p>
        {fee ? <p className="price">{fee}</p> : ending === 'Until' && <p className="soft">Fee to be announced</p>}
      </div>
    </article>
  )
}
