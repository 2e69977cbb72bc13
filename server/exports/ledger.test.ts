/** The ledger as a file: what a clerk adds up is what the screen shows. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { SheetFormat } from '#server/platform/files/sheets.ts'
import { anOffice, aPaidOrder } from '#server/testing/desk.ts'
import { begun, download, linesOf } from '#server/testing/exports.ts'
import { hasProgram } from '#server/testing/needs.ts'
import { writeExport } from './write.ts'

/** Two payments, one of them refunded; the file, and the net of the screen in paisa. */
async function aLedgerFile(format: SheetFormat) {
  const office = await anOffice()
  const { world, eventId, sana } = office
  await aPaidOrder(office, { price: 500_000 })
  const { attemptId } = await aPaidOrder(office, { price: 120_050 })
  await sana.post('/payments/RefundPropose', { eventId, attemptId, amount: 120_050, reason: 'Ill' })
  const exportId = await begun(sana, { list: 'LedgerList', filter: { eventId: String(eventId) }, format })
  await writeExport(world, exportId)
  const { body: today } = await sana.get('/staff/FinanceToday', { eventId })
  return { file: await download(office, sana, exportId), net: today.net as number }
}

/** The cells of each line under the head. No cell of these has a comma. */
function linesBelow(text: string) {
  const [head = '', ...lines] = linesOf(text).map((line) => line.split(','))
  const [amount, movement] = [head.indexOf('Amount'), head.indexOf('Movement')]
  return lines.map((cells) => ({ amount: Number(cells[amount]), movement: cells[movement], first: cells[0] }))
}

test('refunds are negative in the file of the ledger: its amounts add up to the net on the screen (U9)', async () => {
  const { file, net } = await aLedgerFile('csv')
  const lines = linesBelow(file.body)
  // The newest first.
  expect(lines.map(({ movement }) => movement)).toEqual(['Refunded by the bank', 'Received', 'Received'])
  expect(lines.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)).toBe(net)
  expect(net).toBe(500_000)
})

test.runIf(hasProgram('soffice', '--version'))(
  'LibreOffice reads the total below the amounts as the net on the screen (needs soffice)',
  async () => {
    const { file, net } = await aLedgerFile('xlsx')
    const folder = mkdtempSync(join(tmpdir(), 'soffice-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    writeFileSync(join(folder, 'ledger.xlsx'), file.rawPayload)
    execFileSync('soffice', ['--headless', '--convert-to', 'csv', '--outdir', folder, join(folder, 'ledger.xlsx')])
    const lines = linesBelow(readFileSync(join(folder, 'ledger.csv'), 'utf8').replaceAll('\n', '\r\n'))
    expect(lines.find(({ first }) => first === 'Total')?.amount).toBe(net / 100)
  },
)
