/** Every operation of the contract. The access test finds one whose file is missing here. */
import * as abstracts from './abstracts/abstracts.ts'
import * as accountChanges from './accounts/account-changes.ts'
import * as accounts from './accounts/accounts.ts'
import * as staff from './accounts/staff.ts'
import * as orders from './booking/orders.ts'
import * as events from './events/events.ts'
import * as workshops from './events/workshops.ts'
import * as exports from './exports.ts'
import * as health from './health.ts'
import * as openapi from './openapi.ts'
import type { Operation } from './operation.ts'
import * as exceptions from './payments/exceptions.ts'
import * as payments from './payments/payments.ts'
import * as places from './people/places.ts'
import * as profiles from './people/profiles.ts'

const modules = [abstracts, accountChanges, accounts, staff, orders, events, workshops]
const others = [exports, health, openapi, exceptions, payments, places, profiles]

export const operations: Operation[] = [...modules, ...others]
  .flatMap((module) => Object.values(module))
  .filter(isOperation)

export function isOperation(value: unknown): value is Operation {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['name', 'method', 'path', 'token', 'input', 'reply'].every((part) => part in value)
  )
}
