import { readConfig } from '#server/kernel/settings.ts'
/** The portal, with the answer for the towns of one country also as a file of the build, so that both are served by the same server. */
import { jsonBytes } from '#server/platform/http/bytes.ts'
import { builtSite, startPortal } from '#server/portal.ts'
import { contend } from '../measure.ts'
import { towns } from '../places.ts'

const config = readConfig({ ...process.env, PORT: '0' })
const { app, stop } = await startPortal(config, {
  prepare: async () => {},
  draw: async (world) => {
    const site = await builtSite(config)(world)
    const { openAtlas } = await import('#server/people/towns.ts')
    const atlas = openAtlas({ world, folder: 'content/towns' })
    for (const [country, path] of Object.entries(towns)) {
      const search = { country, featureClass: 'P' as const, maxRows: 1000, name_startsWith: '', q: '' }
      site.files.set(path, jsonBytes(await atlas.towns(search)))
    }
    return site
  },
})
contend((app.server.address() as { port: number }).port, stop)
