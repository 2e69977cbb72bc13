/** Before the first journey: one server makes its database and its demonstration, and every portal begins with a copy of its folder. */
import { rmSync } from 'node:fs'
import { makeDataFolder, startPortal } from './testing.ts'

export default async function prepare(): Promise<(() => void) | undefined> {
  // No copy keeps there what PostgreSQL asks of its folder.
  if (process.platform === 'win32') return undefined
  const folder = makeDataFolder()
  const { stop } = await startPortal(folder)
  await stop()
  // The workers are started after this, and inherit it.
  process.env.E2E_PREPARED = folder
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
}
