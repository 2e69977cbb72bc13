import { readSettings } from '#server/kernel/settings.ts'
/** `npm run pages -- export [folder]`: writes the words of the site as visitors read them, as files that a first start could read. */
import { writeWords } from '#server/pages/words.ts'
import { makeLog } from '#server/platform/process/log.ts'
import { endWithSentences } from '#server/platform/process/mistakes.ts'
import { connectToTables } from './tables.ts'

endWithSentences()

const [command, folder = 'content'] = process.argv.slice(2)
if (command === 'export') await exportPages()
else {
  console.error('Say what: npm run pages -- export. Or into another folder: npm run pages -- export my-words')
  process.exitCode = 1
}

async function exportPages(): Promise<void> {
  const { db, leave } = await connectToTables(readSettings(), makeLog('silent'))
  try {
    const names = await writeWords({ db }, folder)
    console.log(`${names.length} files are in ${folder}: ${names.join(', ')}.`)
  } finally {
    await leave()
  }
}
