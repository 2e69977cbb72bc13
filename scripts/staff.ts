/** `npm run staff -- owner <e-mail> "<name>"`: makes somebody an owner and prints a link to set a password with; a second factor that they had is reset. `npm run staff -- list` says who has which role. */
import { userInfo } from 'node:os'
import { accountLimits, asEmail, isEmail, sameEmail } from '#contract/accounts/email.ts'
import { plainText } from '#contract/plain-text.ts'
import { findAccount } from '#server/accounts/account.ts'
import { resetFactors } from '#server/accounts/staff/factors.ts'
import { makeOwner, team, tellOfMoneyRole } from '#server/accounts/staff/grants.ts'
import { inAct } from '#server/kernel/acts.ts'
import { readSettings } from '#server/kernel/settings.ts'
import { makeLog } from '#server/platform/process/log.ts'
import { endWithSentences } from '#server/platform/process/mistakes.ts'
import { makeWorld } from '#server/portal.ts'
import { connectToTables } from './tables.ts'

endWithSentences()

const [command, ...words] = process.argv.slice(2)
const config = readSettings()
const log = makeLog('silent')
const { db, clock, leave } = await connectToTables(config, log)
const world = await makeWorld(config, { db, log, now: clock.now })
try {
  if (command === 'owner') await owner(words)
  else if (command === 'list') await list()
  else sayHow()
} finally {
  await world.postOffice.close()
  await leave()
}

async function owner([typed = '', ...name]: string[]): Promise<void> {
  const email = asEmail(typed)
  const fullName = plainText(name.join(' ')).trim()
  if (!isEmail(email) || fullName === '' || fullName.length > accountLimits.fullName) return sayHow()
  const known = await findAccount(world, sameEmail(email))
  const about = known && { about: { kind: 'account', id: known.id } }
  const actor = { kind: 'command', name: userInfo().username } as const
  const { token, isReset } = await inAct(world, { actor, operation: 'staff owner', ...about }, async (world) => {
    const { accountId, token } = await makeOwner(world, { email, fullName })
    await tellOfMoneyRole(world, { accountId, role: 'owner' }, 'The administrator of the server')
    return { token, isReset: await resetFactors(world, accountId) }
  })
  if (isReset) console.log('Their second factor was reset, and they were signed out everywhere.')
  console.log(`${email} is an owner. This link sets their password, once, within 24 hours:`)
  console.log(`${config.PUBLIC_URL}/console/welcome#${token}`)
}

async function list(): Promise<void> {
  const people = await team(world)
  for (const { role, email, fullName, eventName } of people)
    console.log(`${role.padEnd(10)} ${email}  ${fullName}  ${eventName ?? 'every event'}`)
  console.log(
    people.length === 0 ? 'Nobody has a role yet.' : `${people.length} ${people.length === 1 ? 'role' : 'roles'}.`,
  )
}

function sayHow(): void {
  console.error('Say who: npm run staff -- owner n.memon@college.example "Nadia Memon". Or: npm run staff -- list')
  process.exitCode = 1
}
