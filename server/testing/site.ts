import type { SiteSource } from '#server/platform/http/site.ts'

/** A build of two files. Its pages have addresses and no content. */
export function builtSite({ development = true }: { development?: boolean } = {}): SiteSource {
  const file = { type: 'text/javascript', etag: '"1"', identity: Buffer.of(), br: Buffer.of(), gzip: Buffer.of() }
  return {
    assets: { styles: { app: '', content: '' }, boot: '', script: '/assets/main.js', preloads: {} },
    render: async () => '',
    files: new Map([
      ['/assets/main.js', file],
      ['/art/flyer.svg', file],
    ]),
    content: () => Promise.reject(new Error('no page is drawn here')),
    development,
  }
}
