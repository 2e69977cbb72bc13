// Runs before `npm start`, `npm test` and `npm run dev`, on whatever Node the newcomer has: installs what is missing or out of date.
import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Colloquium needs Node 20.19 or newer to begin with; this is ${process.version}.`)
  process.exit(1)
}

const installed = 'node_modules/.package-lock.json'
if (!existsSync(installed) || statSync(installed).mtimeMs < statSync('package-lock.json').mtimeMs) {
  console.log('Installing what the project needs (only the first time, or after a change of dependencies)...')
  // With NODE_ENV=production npm would leave out what builds the site.
  npm('ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error')
}
// The Node that the project runs on comes by an install script, which npm may have been told not to run.
if (!existsSync('node_modules/node/bin/node') && !existsSync('node_modules/node/bin/node.exe')) npm('rebuild', 'node')

function npm(...words) {
  const { status } = spawnSync('npm', words, { stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) process.exit(status ?? 1)
}
