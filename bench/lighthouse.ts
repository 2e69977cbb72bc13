/** Lighthouse, installed for the bench alone: nobody else needs its hundred packages. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { median } from './measure.ts'

const folder = 'node_modules/.cache/colloquium/lighthouse'
const program = join(folder, 'node_modules/lighthouse/cli/index.js')
const kinds = ['performance', 'accessibility', 'best-practices', 'seo'] as const

type Report = { categories: Record<(typeof kinds)[number], { score: number | null }> }

export async function lighthouseScores(chromium: string, urls: string[]): Promise<string[]> {
  if (!existsSync(program)) {
    mkdirSync(folder, { recursive: true })
    const { status } = spawnSync('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', 'lighthouse@13'], {
      stdio: 'ignore',
    })
    if (status !== 0) return ['Lighthouse could not be installed, so there are no scores.']
  }
  return urls.map((url) => {
    const reports = [run(chromium, url), run(chromium, url), run(chromium, url)]
    const scores = kinds.map(
      (kind) => `${kind} ${Math.round(100 * median(reports.map(({ categories }) => categories[kind].score ?? 0)))}`,
    )
    return `Lighthouse (mobile, median of 3) ${new URL(url).pathname}: ${scores.join(', ')}`
  })
}

function run(chromium: string, url: string): Report {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      program,
      url,
      '--quiet',
      '--output=json',
      `--only-categories=${kinds.join(',')}`,
      '--chrome-flags=--headless --no-sandbox --disable-gpu',
    ],
    { encoding: 'utf8', env: { ...process.env, CHROME_PATH: chromium }, maxBuffer: 64 * 1024 * 1024 },
  )
  if (!stdout) throw new Error(`Lighthouse said nothing of ${url}: ${stderr.slice(-500)}`)
  return JSON.parse(stdout) as Report
}
