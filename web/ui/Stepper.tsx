/** Where one stands in a few fixed steps. */
export function Stepper({ steps, current }: { steps: readonly string[]; current: number }) {
  return (
    <ol className="stepper" aria-label="Progress">
      {steps.map((step, index) => (
        <li
          key={step}
          data-done={index < current ? '' : undefined}
          aria-current={index === current ? 'step' : undefined}
        >
          <span>{step}</span>
        </li>
      ))}
    </ol>
  )
}
