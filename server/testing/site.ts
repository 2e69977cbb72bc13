import type { ConsoleAssets } from '#contract/console-pages.ts'
import type { SiteSource } from '#server/kernel/site.ts'

const consoleAssets: ConsoleAssets = {
  script: '',
  style: '',
  boot: '',
  injectedStyle: '',
  frame: [],
  screens: {} as ConsoleAssets['screens'],
}

const noPage = () => Promise.reject(new Error('no page is drawn here'))

/** A build of two files. Its pages have addresses and no content. */
export function builtSite({ development = true }: { development?: boolean } = {}): SiteSource {
  const file = { type: 'text/javascript', etag: '"1"', identity: Buffer.of(), br: Buffer.of(), gzip: Buffer.of() }
  return {
    assets: {
      styles: { app: '', content: '' },
      boot: '',
      script: '/assets/main.js',
      preloads: {},
      console: consoleAssets,
    },
    render: async () => '',
    files: new Map([
      ['/assets/main.js', file],
      ['/art/flyer.svg', file],
    ]),
    content: { now: noPage, of: async () => undefined, with: noPage },
    development,
  }
}
