import { encode } from 'uqr'

/** Dark on light in every theme: cameras do not read it the other way round. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : []))).join('')
  return (
    <figure>
      <svg className="factor-qr" viewBox={`0 0 ${size} ${size}`} aria-hidden="true">
        <path d={path} />
      </svg>
      <figcaption className="visually-hidden">{label}</figcaption>
    </figure>
  )
}
