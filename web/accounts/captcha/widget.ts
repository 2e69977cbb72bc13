/** The boxes of outside providers, if the college uses one. Loaded when the box is ticked: nobody is counted before. */

type Options = { sitekey: string; callback: (token: string) => void; 'error-callback': () => void }
type Provider = { render: (frame: HTMLElement, options: Options) => unknown; ready?: (then: () => void) => void }

const scripts = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
  hcaptcha: 'https://js.hcaptcha.com/1/api.js?render=explicit',
  recaptcha: 'https://www.google.com/recaptcha/api.js?render=explicit',
}

export type OutsideProvider = keyof typeof scripts
export type Box = { provider: OutsideProvider; siteKey: string; frame: HTMLElement }

/** Shows the provider's box in its place; the token comes when the person has passed. */
export async function askProvider({ provider, siteKey, frame }: Box): Promise<string> {
  const named = provider === 'recaptcha' ? 'grecaptcha' : provider
  const found = () => (globalThis as Record<string, unknown>)[named] as Provider | undefined
  if (!found()) await loadScript(scripts[provider])
  const widget = found()
  if (!widget) throw new Error(`${provider} did not arrive`)
  // reCAPTCHA loads a second script of its own before it can draw.
  if (widget.ready) await new Promise<void>((ready) => widget.ready?.(ready))
  const box = frame.appendChild(document.createElement('div'))
  return new Promise((callback, fail) => {
    const failed = () => fail(new Error(`${provider} failed`))
    widget.render(box, { sitekey: siteKey, callback, 'error-callback': failed })
  })
}

function loadScript(src: string): Promise<void> {
  return new Promise((loaded, fail) => {
    const script = document.createElement('script')
    script.src = src
    script.onload = () => loaded()
    script.onerror = () => fail(new Error(`${src} did not load`))
    document.head.append(script)
  })
}
