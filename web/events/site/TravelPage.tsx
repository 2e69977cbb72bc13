import type { Site } from '#contract/events/site.ts'
import { useProse, useWholeContent } from '#web/layout/content.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { ProseText } from '#web/ui/ProseText.tsx'
import { DeskCard } from './DeskCard.tsx'

export default function TravelPage() {
  const { site } = useWholeContent()
  const prose = useProse('travel')
  return (
    <>
      <PageHeader title="Travel and accommodation" lead={prose.lead} />
      <section className="section">
        <div className="page-width split">
          <div className="stack gap-l">
            <Map map={site.map} college={site.college} />
            <ProseText prose={prose} />
            {site.stays.length > 0 && <Stays stays={site.stays} />}
          </div>
          <aside className="stack stick" aria-label="Whom to ask">
            {site.travelContacts.map((contact) => (
              <DeskCard key={contact.desk} contact={contact} small />
            ))}
          </aside>
        </div>
      </section>
    </>
  )
}

/** The boot script swaps in the phone's own map. */
function Map({ map, college }: { map: Site['map']; college: string }) {
  const at = `${map.latitude},${map.longitude}`
  const name = encodeURIComponent(college)
  return (
    <figure className="card map">
      <div className="maps">
        <LiveMap map={map} />
        <img src={map.sketch} width="960" height="520" alt={map.sketchText} />
      </div>
      <figcaption className="cluster">
        <span>
          <strong>{map.label}</strong>
          <br />
          <span className="small soft">{map.place}</span>
          <br />
          <span className="small soft no-print">The map comes from openstreetmap.org, which sees your address.</span>
        </span>
        <a
          className="button button-primary push"
          href={`https://www.openstreetmap.org/?mlat=${map.latitude}&mlon=${map.longitude}#map=16/${map.latitude}/${map.longitude}`}
          data-geo={`geo:${at}?q=${at}(${name})`}
          data-apple={`https://maps.apple.com/?ll=${at}&q=${name}`}
          rel="noreferrer"
        >
          <Icon name="pin" /> Open Map
        </a>
      </figcaption>
    </figure>
  )
}

/** The drawing beside it is for whoever has no line to the other site: a frame that stays empty must not be the only map. */
function LiveMap({ map: { latitude, longitude, label } }: { map: Site['map'] }) {
  const near = 0.008
  const box = [longitude - near, latitude - near / 2, longitude + near, latitude + near / 2]
    .map((side) => side.toFixed(4))
    .join(',')
  const address = new URL('https://www.openstreetmap.org/export/embed.html')
  address.search = new URLSearchParams({ bbox: box, layer: 'mapnik', marker: `${latitude},${longitude}` }).toString()
  return (
    <iframe
      className="no-print"
      src={address.href}
      title={`Map: ${label}`}
      loading="lazy"
      referrerPolicy="no-referrer"
      sandbox="allow-scripts allow-same-origin allow-popups"
    />
  )
}

function Stays({ stays }: { stays: Site['stays'] }) {
  return (
    <div className="card">
      <ul className="rows rows-tight">
        {stays.map(({ name, note, price }) => (
          <li key={name}>
            <span>
              <strong>{name}</strong>
              <br />
              <small>{note}</small>
            </span>
            <span className="price">
              {price} <small>a night</small>
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
