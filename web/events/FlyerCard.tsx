import type { Programme } from '#contract/events/site.ts'
import { fullDay } from '#web/platform/calendar.ts'
import { feeText } from '#web/platform/money.ts'

type FlyerCardProps = { programme: Programme; ending: 'Until' | 'Ended'; href?: string; heading?: 'h2' | 'h3' }

export function FlyerCard({ programme, ending, href, heading: Heading = 'h2' }: FlyerCardProps) {
  const { name, courseCoordinator, registrationFee, endDate, image } = programme
  const fee = feeText(registrationFee)
  return (
    <article className="flyer-card">
      <img src={image} alt="" width="600" height="800" loading="lazy" />
      <div className="stack gap-s">
        <Heading className="heading-small">{href ? <a href={href}>{name}</a> : name}</Heading>
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
