import { PageLink } from '#web/layout/PageLink.tsx'
import { useContent } from './content.tsx'

export function Banner() {
  const { site } = useContent()
  return (
    <header className="site-banner">
      <div className="page-width">
        <PageLink className="brand" to="/">
          <img src={site.collegeLogo} alt="" width="52" height="52" />
          <span className="brand-name">
            {site.college} <small className="wide-only">{site.place}</small>
          </span>
        </PageLink>
        <a className="brand" href="/contact" aria-label={site.department}>
          <small className="wide-only">{site.department}</small>
          <img src={site.departmentLogo} alt="" width="52" height="52" />
        </a>
      </div>
    </header>
  )
}
