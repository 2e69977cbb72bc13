import { useState } from 'react'
import { Notice } from '#web/ui/Notice.tsx'

/** Shown once: the server has only their hashes. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => unknown }) {
  const [isCopied, setCopied] = useState(false)
  return (
    <section className="card stack" aria-labelledby="h-codes">
      <h2 className="heading-small" id="h-codes">
        Keep these recovery codes
      </h2>
      <p className="small soft">
        For the day when you have neither passkey nor app with you. Each works once. Nobody can show them to you again.
      </p>
      <ol className="factor-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="cluster">
        <button
          className="button button-secondary"
          type="button"
          onClick={() => {
            void navigator.clipboard.writeText(codes.join('\n')).then(() => setCopied(true))
          }}
        >
          Copy them
        </button>
        <button className="button button-secondary" type="button" onClick={() => print()}>
          Print
        </button>
      </div>
      {isCopied && (
        <Notice tone="good" live>
          <p>Copied. Paste them where only you can read them.</p>
        </Notice>
      )}
      <button className="button button-primary button-block" type="button" onClick={() => onDone()}>
        I have kept them
      </button>
    </section>
  )
}
