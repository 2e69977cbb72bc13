type MeterProps = { label: string; value: number; of: number; tone?: 'good' | 'wait' | 'bad' | undefined }

/** A number out of a limit, as a bar. Drawn as SVG: a width in a style attribute would be refused by the security policy. */
export function Meter({ label, value, of, tone }: MeterProps) {
  const percent = of === 0 ? 0 : Math.min(100, Math.round((value / of) * 100))
  return (
    <svg
      className="progress"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- browsers draw <meter> each in their own way
      role="meter"
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={0}
      aria-valuemax={of}
      data-tone={tone}
    >
      <rect width={`${percent}%`} height="100%" />
    </svg>
  )
}
