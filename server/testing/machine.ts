/** A machine as docs/running-it.md describes it, in a folder: /srv, systemd as far as the recipe uses it, and the README's nginx. */
import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type Nginx, startNginx } from './nginx.ts'
import { freePort } from './ports.ts'
import { kill } from './power-cut.ts'
import { aFolder, until } from './process.ts'

export type Machine = {
  folder: string
  nginx: Nginx
  ports: { first: number; second: number }
  /** Lines of the docs, with the folders and ports of this machine. */
  follow: (lines: string) => Promise<{ code: number | null; said: string }>
  journalOf: (unit: string) => string
}

const unit = /```ini\n([\s\S]*?)```/.exec(readFileSync('README.md', 'utf8'))?.[1] ?? ''

/** `change` is what is different in the unit of the README. */
export async function aMachine(change: (unit: string) => string = (same) => same): Promise<Machine> {
  const folder = aFolder()
  const ports = { first: await freePort(), second: await freePort() }
  const units = join(folder, 'etc/systemd/system')
  for (const name of ['bin', 'srv/colloquium', 'etc/systemd/system', 'run'])
    mkdirSync(join(folder, name), { recursive: true })
  const nginx = await startNginx({ portal: ports.first })
  const here = (text: string) =>
    text
      .replaceAll('/srv/', `${folder}/srv/`)
      .replaceAll('/etc/systemd/system', units)
      .replaceAll('/etc/nginx/sites-available/colloquium', nginx.site)
      .replaceAll('/run/nginx.pid', join(nginx.folder, 'pid'))
      .replaceAll(/\b3000\b/g, String(ports.first))
      .replaceAll(/\b3010\b/g, String(ports.second))
      // There is no such account here.
      .replace(' -o colloquium ', ' ')
  writeFileSync(join(units, 'colloquium.service'), here(change(unit)))
  program(join(folder, 'bin/systemctl'), systemctl(folder))
  program(join(folder, 'bin/nginx'), `exec "$(PATH="$OLD_PATH" command -v nginx)" ${nginx.words.join(' ')} "$@"`)
  onTestFinished(() => endAll(folder))
  return {
    folder,
    nginx,
    ports,
    follow: (lines) => follow(folder, here(lines)),
    journalOf: (name) => readFileSync(join(folder, 'run', `${name}.log`), 'utf8'),
  }
}

function program(file: string, lines: string): void {
  writeFileSync(file, `#!/bin/sh\n${lines}\n`)
  chmodSync(file, 0o755)
}

/** What belongs to a unit carries its name in its environment: here that is its control group. */
const systemctl = (folder: string) => `
verb=$1; shift; for name; do :; done
case "$verb $1" in enable*|daemon-reload*) exit 0;; "disable --now") verb=stop;; esac
of() { sed -n "s/^$1=//p" "${folder}/etc/systemd/system/$name.service"; }
note="${folder}/run/$name"
if [ "$verb" = start ]; then
  cd "$(of WorkingDirectory)" || exit 1
  env -i PATH="$OLD_PATH" HOME="$HOME" MACHINE="${folder}" UNIT="$name" setsid $(of ExecStart) >>"$note.log" 2>&1 </dev/null &
  echo $! >"$note.pid"
else
  kill -TERM "$(cat "$note.pid")"
  while kill -0 "$(cat "$note.pid")" 2>/dev/null; do sleep 0.1; done
  [ "$(of KillMode)" = mixed ] || exit 0
  for each in /proc/[0-9]*; do
    grep -qzx "MACHINE=${folder}" "$each/environ" 2>/dev/null && grep -qzx "UNIT=$name" "$each/environ" && kill -9 "\${each#/proc/}"
  done
  exit 0
fi`

function follow(folder: string, lines: string): Promise<{ code: number | null; said: string }> {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn('sh', ['-c', lines], {
    env: { PATH: `${join(folder, 'bin')}:${PATH}`, OLD_PATH: PATH, HOME },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stdout.on('data', (part: Buffer) => (said += part.toString()))
  child.stderr.on('data', (part: Buffer) => (said += part.toString()))
  return new Promise((done) => child.once('close', (code) => done({ code, said })))
}

/** The databases of this machine included. */
async function endAll(folder: string): Promise<void> {
  await until(() => {
    const left = readdirSync('/proc').filter(
      (name) => /^\d+$/.test(name) && environmentOf(name).includes(`MACHINE=${folder}`),
    )
    for (const name of left) kill(Number(name))
    return left.length === 0
  })
}

function environmentOf(process: string): string[] {
  try {
    return readFileSync(`/proc/${process}/environ`, 'utf8').split('\0')
  } catch {
    return []
  }
}
