/** The build of the console: files of its own, so that no participant's page grows by a byte with it. */
import { defineConfig } from 'vite'
import site from '#web/vite.config.ts'

export default defineConfig((env) => {
  const { build, ...rest } = site(env)
  return {
    ...rest,
    build: {
      ...build,
      assetsDir: 'assets/console',
      copyPublicDir: false,
      rolldownOptions: {
        checks: { pluginTimings: false },
        input: `${import.meta.dirname}/main.tsx`,
      },
    },
  }
})
