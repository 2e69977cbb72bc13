import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** What a phone of three years ago still runs. */
const javaScriptTargets = ['safari16', 'chrome110', 'firefox115']

/** What every page needs: the frame, and what the domains give to the store and the session. */
const shared =
  /\/web\/(ui|platform|layout)\/[^/]+$|\/web\/\w+\/(slice|session|Guard|currentEvent|writing|ledToForm)\.tsx?$|\/web\/store\.ts$|preload-helper|rolldown.runtime/

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  plugins: [react()],
  css: {
    transformer: 'lightningcss',
    // A version as Lightning CSS counts it: major * 65536.
    lightningcss: { targets: { safari: 16 << 16, ios_saf: 16 << 16, chrome: 110 << 16, firefox: 115 << 16 } },
  },
  build: {
    target: javaScriptTargets,
    cssMinify: 'lightningcss',
    // One style sheet, because it is inlined.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    manifest: true,
    reportCompressedSize: false,
    rolldownOptions: {
      // A busy machine is no news.
      checks: { pluginTimings: false },
      input: `${import.meta.dirname}/main.tsx`,
      // What most pages share travels together: a browser asks for six files at once, and the seventh waits for a whole round
      // trip more before anybody's click is answered. Folders inside wait until needed.
      output: {
        codeSplitting: {
          groups: [
            { name: 'shared', test: shared },
            { name: 'query', test: /\/(web\/platform\/query|@tanstack)\// },
            { name: 'accounts', test: /\/(web\/accounts\/[^/]+|contract\/accounts\/email\.ts)$/, minShareCount: 2 },
            { name: 'abstracts', test: /\/(web\/abstracts\/[^/]+|contract\/abstracts\/rules\.ts)$/, minShareCount: 2 },
          ],
        },
      },
    },
  },
  // The server gets one file with everything in it: it has no React of its own.
  ssr: command === 'build' ? { noExternal: true } : {},
}))
