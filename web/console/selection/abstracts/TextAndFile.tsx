import { useSearchParams } from 'react-router'
import { RichText } from '#web/abstracts/editor/RichText.tsx'
import { abstractFileAddress } from '#web/console/call.ts'
import { Link } from '#web/console/layout/Link.tsx'
import { whenText } from '#web/console/ui/When.tsx'
import { bytesText } from '#web/platform/uploads/size.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { Shown } from './abstract-words.tsx'

const sections = [
  ['background', 'Background'],
  ['material', 'Material and Method'],
  ['results', 'Results'],
  ['discussion', 'Conclusion'],
] as const

/** As its author wrote it, version by version. */
export function TextAndFile({ abstract, eventId }: { abstract: Shown; eventId: number }) {
  const [address] = useSearchParams()
  const { versions, shown, version, words, fileName, fileSize, number, timeZone } = abstract
  return (
    <section className="card stack gap-l" aria-labelledby="h-text">
      <div className="card-header">
        <h2 id="h-text">Version {shown}</h2>
        <span className="small soft">
          {words} words{shown === version ? ', counts' : ''}
        </span>
      </div>
      {sections.map(([name, label]) => (
        <section className="stack gap-s" key={name} aria-label={label}>
          <h3 className="heading-small">{label}</h3>
          {abstract[name] ? <RichText html={abstract[name]} /> : <p className="soft">Nothing written.</p>}
        </section>
      ))}
      <div className="cluster gap-s">
        <a className="button button-secondary" href={abstractFileAddress({ eventId, number, version: shown })}>
          <Icon name="download" /> {fileName}
        </a>
        <span className="small soft">{bytesText(fileSize)}, with all that it says of its authors</span>
      </div>
      {versions.length > 1 && (
        <nav aria-label="Versions">
          <ul className="rows">
            {versions.map(({ number: each, savedAt, isAside }) => {
              const next = new URLSearchParams(address)
              next.set('version', String(each))
              return (
                <li key={each}>
                  <Link to={`?${next}`} replace aria-current={each === shown ? 'true' : undefined}>
                    Version {each}
                  </Link>
                  <span className="small soft">
                    {whenText(savedAt, timeZone)}
                    {isAside ? ', too late: it lies aside' : each === version ? ', counts' : ''}
                  </span>
                </li>
              )
            })}
          </ul>
        </nav>
      )}
    </section>
  )
}
