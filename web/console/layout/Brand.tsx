import { Link } from './Link.tsx'
import { useSite } from './site.tsx'

export function Brand({ alone = false }: { alone?: boolean }) {
  const { product, logo } = useSite()
  return (
    <Link className={alone ? 'brand brand-alone' : 'brand'} to="/console" aria-label={`${product} console`}>
      <img src={logo} alt="" width="36" height="36" />
      <span>{product}</span>
    </Link>
  )
}
