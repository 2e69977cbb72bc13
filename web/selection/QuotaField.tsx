import { mostQuota } from '#contract/selection/words.ts'
import { TextField } from '#web/ui/Field.tsx'

type QuotaFieldProps = { name: string; error?: string | undefined; defaultValue: number | string; hint: string }

/** How many abstracts somebody offers to review. */
export function QuotaField(props: QuotaFieldProps) {
  return (
    <TextField
      {...props}
      label="At most how many abstracts"
      type="number"
      inputMode="numeric"
      min={1}
      max={mostQuota}
    />
  )
}
