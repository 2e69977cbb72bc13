// Runs before `npm start`, `npm test` and `npm run dev`, on whatever Node the newcomer has: installs what is missing or out of date.
// `node scripts/ready.mjs --production` also builds the site, and then removes what only the build needed.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import './check-node.mjs'

const forProduction = process.argv.includes('--production')
const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
const installed = 'node_modules/.package-lock.json'
if (!existsSync(installed) || statSync(installed).mtimeMs < statSync('package-lock.json').mtimeMs) {
  console.log('Installing what the project needs (only the first time, or after a change of dependencies)...')
  // With NODE_ENV=production npm would leave out what builds the site.
  npm('ci', '--include=dev', ...quiet)
} else if (!existsSync('node_modules/vite') && !isStartInProduction()) {
  console.log('Installing what builds the site...')
  // Not `ci`, which would begin by removing everything under a portal that runs.
  npm('install', '--include=dev', '--no-save', ...quiet)
}
// The Node that the project runs on comes by an install script, which npm may have been told not to run.
if (!existsSync('node_modules/node/bin/node') && !existsSync('node_modules/node/bin/node.exe')) npm('rebuild', 'node')

if (forProduction) {
  npm('run', 'build')
  npm('prune', '--omit=dev', '--no-save', ...quiet)
}

/** Before `npm start`, which builds nothing there: what builds was removed on purpose. */
function isStartInProduction() {
  if (process.env.npm_lifecycle_event !== 'prestart') return false
  const written = existsSync('.env') ? /^NODE_ENV=(.*)$/m.exec(readFileSync('.env', 'utf8'))?.[1] : undefined
  return (process.env.NODE_ENV ?? written?.trim()) === 'production'
}

function npm(...words) {
  const { status } = spawnSync('npm', words, { stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) process.exit(status ?? 1)
}
