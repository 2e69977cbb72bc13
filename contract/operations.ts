/** Every operation of the contract. The access test finds one whose file is missing here. */
import * as abstracts from './abstracts/abstracts.ts'
import * as authors from './abstracts/authors.ts'
import * as accountChanges from './accounts/account-changes.ts'
import * as accounts from './accounts/accounts.ts'
import * as factors from './accounts/factors.ts'
import * as staff from './accounts/staff.ts'
import * as team from './accounts/team.ts'
import * as audit from './audit/audit.ts'
import * as orderConsole from './booking/order-console.ts'
import * as orders from './booking/orders.ts'
import * as eventParts from './events/console-parts.ts'
import * as eventConsole from './events/console.ts'
import * as events from './events/events.ts'
import * as overview from './events/overview.ts'
import * as workshopConsole from './events/workshop-console.ts'
import * as workshops from './events/workshops.ts'
import * as exports from './exports.ts'
import * as health from './health.ts'
import * as letterTexts from './mail/letter-texts.ts'
import * as letters from './mail/letters.ts'
import * as mailings from './mail/mailings.ts'
import * as openapi from './openapi.ts'
import type { Operation } from './operation.ts'
import * as setup from './pages/setup.ts'
import * as pageVersions from './pages/versions.ts'
import * as closings from './payments/closings.ts'
import * as exceptions from './payments/exceptions.ts'
import * as giveBack from './payments/give-back.ts'
import * as offline from './payments/offline.ts'
import * as payments from './payments/payments.ts'
import * as identityConsole from './people/identity-console.ts'
import * as peopleConsole from './people/people-console.ts'
import * as personConsole from './people/person-console.ts'
import * as profiles from './people/profiles.ts'
import * as towns from './people/towns.ts'
import * as bids from './reviews/bids.ts'
import * as offers from './reviews/offers.ts'
import * as reviews from './reviews/reviews.ts'
import * as abstractDetail from './selection/abstract-detail.ts'
import * as abstractList from './selection/abstract-list.ts'
import * as assignments from './selection/assignments.ts'
import * as reviewCalls from './selection/calls.ts'
import * as decisions from './selection/decisions.ts'
import * as reviewerInvitations from './selection/invitations.ts'
import * as reviewOverview from './selection/overview.ts'
import * as redactions from './selection/redactions.ts'
import * as reviewWork from './selection/review-work.ts'
import * as reviewers from './selection/reviewers.ts'
import * as staffConflicts from './selection/staff-conflicts.ts'
import * as told from './selection/told.ts'

const modules = [
  abstracts,
  accountChanges,
  accounts,
  factors,
  staff,
  team,
  orders,
  orderConsole,
  eventConsole,
  eventParts,
  events,
]
const others = [
  overview,
  workshops,
  workshopConsole,
  audit,
  exports,
  health,
  openapi,
  exceptions,
  letterTexts,
  letters,
  mailings,
  offline,
  giveBack,
  closings,
  pageVersions,
  setup,
  payments,
  peopleConsole,
  personConsole,
  identityConsole,
  towns,
  profiles,
  authors,
  bids,
  offers,
  abstractDetail,
  abstractList,
  told,
  reviews,
  assignments,
  reviewCalls,
  decisions,
  redactions,
  reviewerInvitations,
  reviewWork,
  reviewOverview,
  reviewers,
  staffConflicts,
]

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
