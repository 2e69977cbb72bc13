/** A word processor of this machine (LibreOffice) turns documents into PDF: in a folder of its own, for a while, and killed with all that it began. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Where the PDF lies, which whoever asked removes. Undefined when there is none: the program is away, was too slow, or could not read it. */
export type Office = (file: { path: string; extension: string }) => Promise<string | undefined>

const usualSeconds = 60
/** It fetches nothing, runs nothing that stands in a document, and asks nobody. */
const settings = [
  ['Common/Security/Scripting', 'DisableMacrosExecution', 'true'],
  ['Common/Security/Scripting', 'BlockUntrustedRefererLinks', 'true'],
  ['Common/Security/Scripting', 'MacroSecurityLevel', '3'],
  ['Writer/Content/Update', 'Link', '2'],
] as const
const flags = ['--headless', '--norestore', '--nolockcheck', '--nodefault', '--nologo', '--convert-to', 'pdf']
/** Dumps none, has so much of the processor, and is the first to go when the machine is out of memory. */
const limited = 'ulimit -c 0; ulimit -t "$1"; echo 1000 >/proc/self/oom_score_adj; shift; exec "$@"'

export function openOffice(program: string | undefined, seconds = usualSeconds): Office | undefined {
  if (!program) return undefined
  // One after the other: each takes some 300 MB.
  let last: Promise<unknown> = Promise.resolve()
  return (file) => {
    const mine = last.then(() => convert({ program, seconds }, file))
    last = mine.catch(() => undefined)
    return mine
  }
}

type Running = { program: string; seconds: number }

async function convert(
  running: Running,
  { path, extension }: { path: string; extension: string },
): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'office-'))
  try {
    const original = join(folder, `document.${extension}`)
    await copyFile(path, original)
    await writeSettings(join(folder, 'profile/user'))
    const words = [`-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`, ...flags]
    await runToEnd(running, folder, [...words, '--outdir', folder, original])
    const pdf = `${path}-pdf`
    // The two may lie on different disks.
    return await copyFile(join(folder, 'document.pdf'), pdf).then(
      () => pdf,
      () => undefined,
    )
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function writeSettings(folder: string): Promise<void> {
  const items = settings.map(
    ([where, name, value]) =>
      `<item oor:path="/org.openoffice.Office.${where}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`,
  )
  await mkdir(folder, { recursive: true })
  await writeFile(
    join(folder, 'registrymodifications.xcu'),
    `<?xml version="1.0" encoding="UTF-8"?>\n<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${items.join('')}</oor:items>`,
  )
}

async function runToEnd({ program, seconds }: Running, folder: string, words: string[]): Promise<void> {
  const child = spawnLimited([program, ...words], folder, seconds)
  const ended = once(child, 'exit').catch(() => undefined)
  const late = setTimeout(() => killAll(child), seconds * 1000)
  if (child.pid) setPriority(child.pid, 10)
  await ended
  clearTimeout(late)
  // What it began and left behind.
  killAll(child)
}

function spawnLimited(words: string[], folder: string, seconds: number): ChildProcess {
  const { PATH = '', SystemRoot } = process.env
  const env = { PATH, HOME: folder, TMPDIR: folder, LANG: 'C.UTF-8', ...(SystemRoot && { SystemRoot }) }
  const options = { cwd: folder, env, stdio: 'ignore', detached: process.platform !== 'win32' } as const
  if (process.platform === 'win32') return spawn(words[0] as string, words.slice(1), options)
  return spawn('/bin/sh', ['-c', limited, 'sh', String(seconds), ...words], options)
}

/** It has children of its own: all of its group go. */
function killAll({ pid }: ChildProcess): void {
  if (!pid) return
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL')
  } catch {
    // All of them have gone already.
  }
}
