/** What dashboard, rules and docs name is what a real server tells. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeDatabase } from './database.ts'
import { freePort } from './ports.ts'
import { aFolder, opened, root, start } from './process.ts'

/** Prometheus' own, and the blackbox exporter's. */
const ofOthers = ['up', 'probe_ssl_earliest_cert_expiry']
const words = 'sum max min rate abs time histogram_quantile by or and'.split(' ')

test('OPS-035: every metric that the dashboard and the rules name is told by a real server, and every one of ours is described', async () => {
  const { url } = await makeDatabase()
  const server = start({
    program: 'server/main.ts',
    dataFolder: aFolder(),
    port: await freePort(),
    env: { DATABASE_URL: url, BACKUP_TO: aFolder() },
  })
  await opened(server)
  const text = await (await fetch(`${server.address}/metrics`)).text()
  const told = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', kind]) =>
    kind === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  )
  const ours = [...text.matchAll(/^# TYPE (colloquium_\w+)/gm)].map(([, name]) => name)
  expect(new Set(told).size).toBe(told.length)

  const known = [...told, ...ofOthers]
  for (const expression of [...inDashboard(), ...inRules()])
    expect({ expression, unknown: namesIn(expression).filter((name) => !known.includes(name)) }).toEqual({
      expression,
      unknown: [],
    })
  const named = new Set([...inDashboard(), ...inRules()].flatMap(namesIn))
  expect(ours.filter((name) => !named.has(name ?? ''))).toEqual([])
  const monitor = /^## Monitor$(.*?)^## /ms.exec(read('docs/running-it.md'))?.[1] ?? ''
  expect(ours.filter((name) => !monitor.includes(`\`${name}`))).toEqual([])
})

test('every rule pages a person or sends a mail, and says what to do', () => {
  const rules = read('ops/alerts.yaml').split('- alert: ').slice(1)
  const wrong = rules.filter(
    (rule) =>
      !/^ +labels: \{ severity: (page|mail) \}$/m.test(rule) ||
      !/^ +summary: .{20,}\.$/m.test(rule) ||
      !/^ +do: .{20,}\.$/m.test(rule),
  )

  expect(wrong).toEqual([])
  expect(rules.filter((rule) => rule.includes('severity: page'))).toHaveLength(9)
  expect(rules.length).toBe(inRules().length)
})

test('a name that no server tells is found in an expression', () => {
  expect(namesIn('sum by (status) (rate(http_requests_total{status=~"5.."}[5m])) / 60 > 2e9')).toEqual([
    'http_requests_total',
  ])
  expect(namesIn('up{job="x"} == 0 or max(colloquium_made_up) > 4 * 3600')).toEqual(['up', 'colloquium_made_up'])
})

type Panel = { targets?: { expr: string }[] }

function inDashboard(): string[] {
  const { panels } = JSON.parse(read('ops/dashboard.json')) as { panels: Panel[] }
  return panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
}

function inRules(): string[] {
  return [...read('ops/alerts.yaml').matchAll(/^ +expr: (.+)$/gm)].map(([, expression = '']) => expression)
}

/** Without what stands in braces, brackets and after `by`: only names of metrics are left. */
function namesIn(expression: string): string[] {
  const bare = expression.replaceAll(/\{[^}]*\}|\[[^\]]*\]|by \([^)]*\)/g, ' ')
  const names = [...bare.matchAll(/(?<![\w.])[a-z_]\w*/gi)].map(([name]) => name)
  return names.filter((name) => !words.includes(name))
}

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}
