/** The Containerfile as its instructions, and what they say executed in a folder: there is no container runtime where the tests run. */
import { execFile, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, matchesGlob, relative } from 'node:path'
import { promisify } from 'node:util'
import { root } from './process.ts'

export type Instruction = { word: string; rest: string }
export type Stage = { name: string; base: string; instructions: Instruction[] }

export function readStages(text = readFileSync(join(root, 'Containerfile'), 'utf8')): Stage[] {
  const lines = text.replaceAll(/^#.*\n/gm, '').replaceAll(/\\\n\s*/g, '')
  const stages: Stage[] = []
  for (const [, word = '', rest = ''] of lines.matchAll(/^([A-Z]+) (.+)$/gm)) {
    const [base = '', , name = ''] = rest.split(' ')
    if (word === 'FROM') stages.push({ name, base, instructions: [] })
    else stages.at(-1)?.instructions.push({ word, rest })
  }
  return stages
}

const patterns = readFileSync(join(root, '.dockerignore'), 'utf8')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'))

/** Whether it stays here when an image is built. */
export function isKeptBack(file: string): boolean {
  return patterns.some((pattern) => matchesGlob(file, pattern) || matchesGlob(file, `${pattern}/**`))
}

/** What the image says of how it is run. */
export type Image = {
  folder: string
  env: Record<string, string>
  workdir: string
  user: string
  program: string[]
  healthCheck: string[]
}

/** Builds as the instructions say, over a folder with a bare system; `net` is what a builder gives to each step by itself. */
export async function buildImage(bare: string, to: string, net: Record<string, string>): Promise<Image> {
  const built = new Map<string, Image>()
  for (const [at, { name, instructions }] of readStages().entries()) {
    const folder = join(to, `stage-${at}`)
    await run('cp', ['-a', bare, folder])
    const image: Image = { folder, env: {}, workdir: '/', user: '0:0', program: [], healthCheck: [] }
    for (const instruction of instructions) await obey(image, instruction, { built, net })
    built.set(name, image)
  }
  return built.get('') as Image
}

type Building = { built: Map<string, Image>; net: Record<string, string> }

async function obey(image: Image, { word, rest }: Instruction, { built, net }: Building): Promise<void> {
  if (word === 'RUN') await inImage({ ...image, env: { ...image.env, ...net } }, ['sh', '-c', rest])
  else if (word === 'COPY') await copy(image, rest, built)
  else if (word === 'ENV')
    for (const pair of rest.split(' ')) image.env[pair.split('=')[0] as string] = pair.split('=')[1] as string
  else if (word === 'USER') image.user = rest
  else if (word === 'ENTRYPOINT' || word === 'CMD') image.program.push(...(JSON.parse(rest) as string[]))
  else if (word === 'HEALTHCHECK') image.healthCheck = JSON.parse(rest.slice(rest.indexOf('['))) as string[]
  else if (word === 'WORKDIR') {
    image.workdir = rest
    mkdirSync(join(image.folder, rest), { recursive: true })
  } else if (word !== 'VOLUME' && word !== 'EXPOSE') throw new Error(`nobody taught this test the instruction ${word}`)
}

async function copy(image: Image, rest: string, built: Map<string, Image>): Promise<void> {
  const [, stage, words = ''] = /^(?:--from=(\S+) )?(.+)$/.exec(rest) ?? []
  const names = words.split(' ')
  const to = join(image.folder, image.workdir, names.pop() as string)
  for (const name of names) {
    if (stage) await run('cp', ['-a', `${join(built.get(stage)?.folder as string, name)}/.`, to])
    else if (name === '.')
      cpSync(root, to, { recursive: true, filter: (file) => file === root || !isKeptBack(relative(root, file)) })
    else cpSync(join(root, name), join(to, basename(name)))
  }
}

const run = promisify(execFile)

/** As a runtime does: processes and mounts of its own, /proc, and what `volumes` puts in place of folders. */
export function wordsInImage(
  { folder, env, workdir, user }: Image,
  words: string[],
  volumes: Record<string, string> = {},
): string[] {
  const binds = Object.entries(volumes).map(
    ([inside, outside]) => `mount --bind '${outside}' '${join(folder, inside)}'`,
  )
  const prepare = [`mount -t proc proc '${folder}/proc'`, ...binds].join(' && ')
  const environment = Object.entries({ PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', ...env }).map(
    ([name, value]) => `${name}=${value}`,
  )
  const inside = ['env', '-i', '-C', workdir, ...environment, ...words]
  return [
    '--mount',
    '--pid',
    '--fork',
    'sh',
    '-c',
    `${prepare} && exec chroot --userspec=${user} '${folder}' "$@"`,
    'sh',
    ...inside,
  ]
}

export async function inImage(image: Image, words: string[], volumes?: Record<string, string>): Promise<string> {
  const child = spawn('unshare', wordsInImage(image, words, volumes), { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  child.stdout.on('data', (part: Buffer) => (said += part.toString()))
  child.stderr.on('data', (part: Buffer) => (said += part.toString()))
  const code = await new Promise((done) => child.once('close', done))
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${String(code)}: ${said.slice(-3000)}`)
  return said
}

/** The way to the network that this machine has: names, and the authorities that it trusts. */
export function giveNetwork(bare: string): Record<string, string> {
  for (const file of ['/etc/resolv.conf', '/etc/hosts'])
    if (existsSync(file)) cpSync(file, join(bare, file), { dereference: true })
  const authorities = process.env.NODE_EXTRA_CA_CERTS
  if (!authorities) return {}
  writeFileSync(join(bare, 'authorities.pem'), readFileSync(authorities))
  return { NODE_EXTRA_CA_CERTS: '/authorities.pem' }
}
