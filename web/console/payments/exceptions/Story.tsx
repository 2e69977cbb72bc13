import { moneyText } from '#contract/money.ts'
import { When } from '#web/console/ui/When.tsx'
import type { Exception } from './exception-words.ts'

const tones: Partial<Record<Exception['story'][number]['what'], string>> = {
  captured: 'good',
  refund: 'wait',
  exception: 'bad',
  resolved: 'good',
}

/** What happened to the payment, oldest first. */
export function Story({ exception: { story }, timeZone }: { exception: Exception; timeZone: string }) {
  return (
    <section className="card stack" aria-labelledby="h-story">
      <h2 id="h-story">What happened</h2>
      <ol className="timeline">
        {story.map(({ at, what, words, money }, index) => (
          <li key={`${at} ${index}`} data-tone={tones[what]}>
            <span>
              {words}
              {money && <strong className="figures"> {moneyText(money)}</strong>}
            </span>
            <When at={at} timeZone={timeZone} />
          </li>
        ))}
      </ol>
    </section>
  )
}
