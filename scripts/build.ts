/** Builds the web room into `dist/`: what browsers get, the server's renderer, and the bytes that are inlined in pages. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Manifest } from 'vite'
import { type ConsoleAssets, consolePages, type ConsolePath } from '#contract/console-pages.ts'
import { pages, type PageAssets, type PagePath } from '#contract/pages.ts'
import { injectedStyle } from '#web/console/injected-style.ts'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')
const web = join(root, 'web')
const stampName = 'stamp'
const bootLimit = 1024

/** Whether `dist/` is missing or older than what it is made from. */
export function isStale(): boolean {
  const stamp = join(dist, stampName)
  return !existsSync(stamp) || readFileSync(stamp, 'utf8') !== sourcesHash()
}

/** Tests and the college's words (`content/`) change nothing in a build. */
function sourcesHash(): string {
  const hash = createHash('sha256')
  for (const file of [...filesUnder(web), ...filesUnder(join(root, 'contract'))].toSorted()) {
    const name = relative(root, file)
    if (name.includes('.test.') || name.startsWith('web/testing')) continue
    hash.update(name).update(readFileSync(file))
  }
  for (const name of ['package-lock.json', 'scripts/build.ts']) hash.update(readFileSync(join(root, name)))
  return hash.digest('hex')
}

function filesUnder(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

/** Builds beside `dist/` and swaps at the end: a build that is killed leaves the old one whole. */
export async function build(): Promise<string> {
  const began = performance.now()
  const stamp = sourcesHash()
  const fresh = join(root, 'node_modules', `.colloquium-build-${process.pid}`)
  rmSync(fresh, { recursive: true, force: true })
  const { NODE_ENV } = process.env
  // Started from a test, the tools would build the slow React that is meant for developers.
  process.env.NODE_ENV = 'production'
  try {
    const [site, console] = await Promise.all([
      buildClient(join(fresh, 'web')),
      buildConsole(join(fresh, 'console')),
      buildRenderer(join(fresh, 'render')),
    ])
    const assets = { ...site, console }
    renameSync(join(fresh, 'console', consoleFolder), join(fresh, 'web', consoleFolder))
    rmSync(join(fresh, 'console'), { recursive: true })
    writeFileSync(join(fresh, 'assets.json'), JSON.stringify(assets))
    await compressAll(join(fresh, 'web'))
    writeFileSync(join(fresh, stampName), stamp)
    swapIn(fresh)
    return `Built in ${((performance.now() - began) / 1000).toFixed(1)} s: ${await sizes(assets)}`
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = NODE_ENV
    rmSync(fresh, { recursive: true, force: true })
  }
}

function swapIn(fresh: string): void {
  const old = `${fresh}-old`
  if (existsSync(dist)) renameSync(dist, old)
  try {
    renameSync(fresh, dist)
  } catch (error) {
    // Another build was faster by a breath. If it was made from the same sources, it is as good as ours.
    if (isStale()) throw error
  }
  rmSync(old, { recursive: true, force: true })
}

const configFile = join(web, 'vite.config.ts')

async function buildClient(outDir: string): Promise<PageAssets> {
  const manifest = await buildFiles(configFile, outDir)
  return {
    styles: { app: takeStyle(outDir, manifest), content: await buildContentStyle() },
    boot: await buildBoot(),
    script: `/${chunkOf(manifest, 'main.tsx').file}`,
    preloads: preloadsOf(manifest),
  }
}

async function buildFiles(configFile: string, outDir: string): Promise<Manifest> {
  const vite = await import('vite')
  await vite.build({ configFile, logLevel: 'warn', build: { outDir, emptyOutDir: true } })
  const manifestFile = join(outDir, '.vite', 'manifest.json')
  const manifest = JSON.parse(await readFile(manifestFile, 'utf8')) as Manifest
  rmSync(join(outDir, '.vite'), { recursive: true })
  return manifest
}

const consoleEntry = 'console/main.tsx'
const consoleFolder = 'assets/console'

/** A build of its own: with one build for both, a participant's files would change whenever the console does. */
async function buildConsole(outDir: string): Promise<ConsoleAssets> {
  const manifest = await buildFiles(join(web, 'console', 'vite.config.ts'), outDir)
  const [style = ''] = sheetsOf(manifest)
  return {
    script: `/${chunkOf(manifest, consoleEntry).file}`,
    style: `/${style}`,
    boot: await buildBoot('console/boot.ts'),
    injectedStyle,
    frame: [...new Set(withImports(manifest, 'console/layout/Frame.tsx'))].map((file) => `/${file}`),
    screens: screensOf(manifest),
  }
}

/** For each screen, the files it needs beside the entry script. */
function screensOf(manifest: Manifest): ConsoleAssets['screens'] {
  const sources = sourcesIn('console/routes.tsx')
  const entry = withImports(manifest, consoleEntry)
  const frame = withImports(manifest, 'console/layout/Frame.tsx')
  const screens: Partial<Record<ConsolePath, string[]>> = {}
  for (const path of Object.keys(consolePages) as ConsolePath[]) {
    const source = sources.get(path)
    if (!source) throw new Error(`web/console/routes.tsx names no screen for ${path}.`)
    const around = 'alone' in consolePages[path] ? [] : frame
    const files = new Set([...entry, ...around, ...withImports(manifest, `console/${source}`)])
    files.delete(chunkOf(manifest, consoleEntry).file)
    screens[path] = Array.from(files, (file) => `/${file}`)
  }
  return screens as ConsoleAssets['screens']
}

function chunkOf(manifest: Manifest, source: string) {
  const chunk = manifest[source]
  if (!chunk) throw new Error(`The build made no chunk of web/${source}.`)
  return chunk
}

/** The style sheet goes into the pages, so nobody ever asks for it as a file. */
function takeStyle(outDir: string, manifest: Manifest): string {
  const sheets = sheetsOf(manifest)
  const [sheet] = sheets
  if (!sheet || sheets.length > 1) throw new Error(`The build made ${sheets.length} style sheets, not one.`)
  const style = readFileSync(join(outDir, sheet), 'utf8').trim()
  rmSync(join(outDir, sheet))
  return inlinable(style, '</style')
}

function sheetsOf(manifest: Manifest): string[] {
  const files = Object.values(manifest).flatMap(({ file, css = [] }) => [file, ...css])
  return [...new Set(files)].filter((file) => file.endsWith('.css'))
}

async function buildContentStyle(): Promise<string> {
  const vite = await import('vite')
  const built = await vite.build({
    configFile,
    logLevel: 'warn',
    build: {
      write: false,
      copyPublicDir: false,
      cssCodeSplit: true,
      rolldownOptions: { input: join(web, 'ui', 'content.css') },
    },
  })
  const sheet = 'output' in built && built.output.find(({ fileName }) => fileName.endsWith('.css'))
  if (!sheet || sheet.type !== 'asset') throw new Error('The style of the content pages was not built.')
  return inlinable(sheet.source.toString().trim(), '</style')
}

function inlinable(text: string, end: string): string {
  if (text.toLowerCase().includes(end)) throw new Error(`A text to be inlined contains ${end}.`)
  return text
}

export async function buildBoot(source = 'boot.ts'): Promise<string> {
  const vite = await import('vite')
  const built = await vite.build({
    configFile: false,
    root: web,
    publicDir: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input: join(web, source), output: { format: 'iife' } },
    },
  })
  if (!('output' in built)) throw new Error('The boot script was not built.')
  const boot = built.output[0].code.trim()
  if (boot.length > bootLimit) throw new Error(`The boot script has ${boot.length} bytes, more than ${bootLimit}.`)
  return inlinable(boot, '</script')
}

/** For each page, the files it needs beside the entry script; the route table says which chunk is its own. */
function preloadsOf(manifest: Manifest): PageAssets['preloads'] {
  const sources = sourcesIn('routes.tsx')
  const preloads: Partial<Record<PagePath, string[]>> = {}
  for (const path of Object.keys(pages) as PagePath[]) {
    const source = sources.get(path)
    if (!source) throw new Error(`web/routes.tsx names no page for ${path}.`)
    if (pages[path].kind === 'content') continue
    const files = new Set([...withImports(manifest, 'main.tsx'), ...withImports(manifest, source)])
    files.delete(chunkOf(manifest, 'main.tsx').file)
    preloads[path] = Array.from(files, (file) => `/${file}`)
  }
  return preloads
}

/** The file behind each address, as a table of routes names it. */
function sourcesIn(table: string): Map<string, string> {
  const routes = readFileSync(join(web, table), 'utf8')
  const lines = routes.matchAll(/'(\/[\w/:-]*)': \(\) => import\('\.\/([^']+)'\)/g)
  return new Map(Array.from(lines, ([, path = '', source = '']) => [path, source]))
}

function withImports(manifest: Manifest, source: string): string[] {
  const { file, imports = [] } = chunkOf(manifest, source)
  return [file, ...imports.filter((name) => !name.endsWith('main.tsx')).flatMap((name) => withImports(manifest, name))]
}

async function buildRenderer(outDir: string): Promise<void> {
  const vite = await import('vite')
  await vite.build({
    configFile,
    logLevel: 'warn',
    build: {
      outDir,
      emptyOutDir: true,
      ssr: join(web, 'render.tsx'),
      target: 'node24',
      manifest: false,
      copyPublicDir: false,
      minify: true,
      rolldownOptions: {
        input: join(web, 'render.tsx'),
        output: { entryFileNames: 'render.js', codeSplitting: false },
      },
    },
  })
}

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

const compress = (bytes: Buffer | string): Promise<Buffer> =>
  brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_MODE]: 1 } })

/** Once and slowly, so that the server never has to. */
async function compressAll(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const texts = filesUnder(folder).filter((file) => /\.(js|css|svg|json|txt|html|webmanifest)$/.test(file))
  await Promise.all(
    texts.map(async (file) => {
      const bytes = await readFile(file)
      await writeFile(`${file}.br`, await compress(bytes))
      await writeFile(`${file}.gz`, await gzipped(bytes, { level: 9 }))
    }),
  )
}

async function sizes({ styles, boot, script, preloads }: PageAssets): Promise<string> {
  const login = [script, ...(preloads['/login'] ?? [])].map(
    (url) => readFileSync(join(dist, 'web', `${url}.br`)).length,
  )
  const styleBytes = (await compress(styles.app)).length
  const scriptBytes = login.reduce((sum, bytes) => sum + bytes, 0)
  return `style ${styleBytes} B, boot ${boot.length} B plain, script on /login ${scriptBytes} B (brotli)`
}

if (import.meta.main) {
  const needed = process.argv.includes('--force') || isStale()
  console.log(needed ? await build() : 'The build is up to date.')
}
