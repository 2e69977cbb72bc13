import { expect, test } from 'vitest'
import * as abstracts from './abstracts/abstracts.ts'
import { abstractHeads } from './abstracts/heads.ts'
import { accountChangeHeads } from './accounts/account-change-heads.ts'
import * as changes from './accounts/account-changes.ts'
import * as accounts from './accounts/accounts.ts'
import { factorHeads } from './accounts/factor-heads.ts'
import * as factors from './accounts/factors.ts'
import { accountHeads } from './accounts/heads.ts'
import { staffHeads } from './accounts/staff-heads.ts'
import * as staff from './accounts/staff.ts'
import { bookingHeads } from './booking/heads.ts'
import * as orders from './booking/orders.ts'
import { eventConsoleHeads } from './events/console-heads.ts'
import * as eventParts from './events/console-parts.ts'
import * as eventConsole from './events/console.ts'
import * as events from './events/events.ts'
import { eventHeads } from './events/heads.ts'
import * as workshopConsole from './events/workshop-console.ts'
import { workshopHeads } from './events/workshop-heads.ts'
import * as workshops from './events/workshops.ts'
import { exportHeads } from './export-heads.ts'
import * as exports from './exports.ts'
import type { Head } from './heads.ts'
import { exceptionHeads } from './payments/exception-heads.ts'
import * as exceptions from './payments/exceptions.ts'
import { paymentHeads } from './payments/heads.ts'
import * as payments from './payments/payments.ts'
import { peopleHeads } from './people/heads.ts'
import * as profiles from './people/profiles.ts'
import { townHeads } from './people/town-heads.ts'
import * as towns from './people/towns.ts'

test.each<[string, object, Record<string, Head>]>([
  ['signing in', accounts, accountHeads],
  ['the card "Account"', changes, accountChangeHeads],
  ['abstracts', abstracts, abstractHeads],
  ['orders', orders, bookingHeads],
  ['events', { ...events, ...workshops }, eventHeads],
  ['events, by staff', { ...eventConsole, ...eventParts }, eventConsoleHeads],
  ['workshops, by staff', workshopConsole, workshopHeads],
  ['payments', payments, paymentHeads],
  ['profiles', profiles, peopleHeads],
  ['towns', towns, townHeads],
  ['signing in as staff', staff, staffHeads],
  ['the second factor', factors, factorHeads],
  ['exceptions', exceptions, exceptionHeads],
  ['exports', exports, exportHeads],
])('what the browser knows of %s is what the server serves', (_what, module, heads) => {
  const served = Object.entries(module as Record<string, Partial<Head>>).filter(
    // The other way of asking is the server's alone.
    ([name, each]) => typeof each === 'object' && 'token' in each && each.name === name,
  )

  expect(Object.fromEntries(served.map(([name, operation]) => [name, headOf(operation)]))).toEqual(heads)
  expect(Object.values(heads).filter(({ name, path }) => !path.endsWith(`/${name}`))).toEqual([])
})

function headOf(operation: object): object {
  return Object.fromEntries(Object.entries(operation).filter(([part]) => part !== 'input' && part !== 'reply'))
}
