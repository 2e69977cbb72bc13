import * as calls from '#contract/calls/reviews.ts'
import { useQuery } from '#web/platform/query/useQuery.ts'
import { useCall } from '#web/platform/useCall.ts'
import { countOf } from '#web/platform/words.ts'
import { useOwner } from './useOwner.ts'

/** The way to `/review`, from the profile of any event: absent for whoever reviews nowhere. */
export default function MyReviews() {
  const call = useCall()
  const owner = useOwner()
  const { data: events = [] } = useQuery({
    queryKey: ['MyReviews', owner],
    queryFn: async () => {
      const answer = await call(calls.MyReviews, {})
      return answer.kind === 'reply' ? answer.reply.events : undefined
    },
  })
  if (events.length === 0) return null
  return (
    <section className="card stack gap-s" aria-labelledby="my-reviews">
      <div className="card-header">
        <h2 id="my-reviews">My reviews</h2>
        <a className="button button-quiet" href="/review">
          Open
        </a>
      </div>
      <ul className="rows">
        {events.map(({ eventId, name, toDo }) => (
          <li key={eventId}>
            <strong>{name}</strong>
            <span className="small soft">
              {toDo === 0 ? 'Nothing waits for you' : `${countOf(toDo, 'abstract')} to review`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
