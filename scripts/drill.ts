/** `npm run drill -- failover`: three databases on this machine, of which one after the other dies while people buy. `--quick` has each fault once. */
import { failover } from './drill/failover.ts'
import { findPrograms, sentenceOf } from './drill/programs.ts'

/** As sysexits.h has it: a program that is needed is not there. */
const unavailable = 69
const usage = 64

const [name, ...options] = process.argv.slice(2)
const known = ['--quick', '--keep']
if (name !== 'failover' || options.some((option) => !known.includes(option))) {
  console.error(
    'Say which: npm run drill -- failover. With --quick each fault happens once; with --keep the logs stay.',
  )
  process.exit(usage)
}
const programs = findPrograms()
if (Array.isArray(programs)) {
  console.error(sentenceOf(programs))
  process.exit(unavailable)
}
const passed = await failover(programs, {
  quick: options.includes('--quick'),
  keep: options.includes('--keep'),
}).catch((error: unknown) => {
  console.error('The drill could not be brought to its end.', error)
  return false
})
process.exit(passed ? 0 : 1)
