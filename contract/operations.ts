// Written by `npm run calls` from the operations of contract/. Do not edit by hand.
import { isOperation, type Operation } from './operation.ts'
import * as abstractsAbstracts from './abstracts/abstracts.ts'
import * as abstractsAuthors from './abstracts/authors.ts'
import * as accountsAccountChanges from './accounts/account-changes.ts'
import * as accountsAccounts from './accounts/accounts.ts'
import * as accountsFactors from './accounts/factors.ts'
import * as accountsStaff from './accounts/staff.ts'
import * as accountsTeam from './accounts/team.ts'
import * as auditAudit from './audit/audit.ts'
import * as bookingOrderConsole from './booking/order-console.ts'
import * as bookingOrders from './booking/orders.ts'
import * as eventsConsoleParts from './events/console-parts.ts'
import * as eventsConsole from './events/console.ts'
import * as eventsEvents from './events/events.ts'
import * as eventsOverview from './events/overview.ts'
import * as eventsWorkshopConsole from './events/workshop-console.ts'
import * as eventsWorkshops from './events/workshops.ts'
import * as exports from './exports.ts'
import * as health from './health.ts'
import * as mailLetterTexts from './mail/letter-texts.ts'
import * as mailLetters from './mail/letters.ts'
import * as mailMailings from './mail/mailings.ts'
import * as openapi from './openapi.ts'
import * as pagesSetup from './pages/setup.ts'
import * as pagesVersions from './pages/versions.ts'
import * as paymentsClosings from './payments/closings.ts'
import * as paymentsExceptions from './payments/exceptions.ts'
import * as paymentsGiveBack from './payments/give-back.ts'
import * as paymentsOffline from './payments/offline.ts'
import * as paymentsPayments from './payments/payments.ts'
import * as peopleIdentityConsole from './people/identity-console.ts'
import * as peoplePeopleConsole from './people/people-console.ts'
import * as peoplePersonConsole from './people/person-console.ts'
import * as peopleProfiles from './people/profiles.ts'
import * as peopleTowns from './people/towns.ts'
import * as reviewsBids from './reviews/bids.ts'
import * as reviewsOffers from './reviews/offers.ts'
import * as reviewsReviews from './reviews/reviews.ts'
import * as selectionAbstractDetail from './selection/abstract-detail.ts'
import * as selectionAbstractList from './selection/abstract-list.ts'
import * as selectionAssignments from './selection/assignments.ts'
import * as selectionCalls from './selection/calls.ts'
import * as selectionDecisions from './selection/decisions.ts'
import * as selectionInvitations from './selection/invitations.ts'
import * as selectionOverview from './selection/overview.ts'
import * as selectionRedactions from './selection/redactions.ts'
import * as selectionReviewWork from './selection/review-work.ts'
import * as selectionReviewers from './selection/reviewers.ts'
import * as selectionStaffConflicts from './selection/staff-conflicts.ts'
import * as selectionTold from './selection/told.ts'

const modules: object[] = [
  abstractsAbstracts,
  abstractsAuthors,
  accountsAccountChanges,
  accountsAccounts,
  accountsFactors,
  accountsStaff,
  accountsTeam,
  auditAudit,
  bookingOrderConsole,
  bookingOrders,
  eventsConsoleParts,
  eventsConsole,
  eventsEvents,
  eventsOverview,
  eventsWorkshopConsole,
  eventsWorkshops,
  exports,
  health,
  mailLetterTexts,
  mailLetters,
  mailMailings,
  openapi,
  pagesSetup,
  pagesVersions,
  paymentsClosings,
  paymentsExceptions,
  paymentsGiveBack,
  paymentsOffline,
  paymentsPayments,
  peopleIdentityConsole,
  peoplePeopleConsole,
  peoplePersonConsole,
  peopleProfiles,
  peopleTowns,
  reviewsBids,
  reviewsOffers,
  reviewsReviews,
  selectionAbstractDetail,
  selectionAbstractList,
  selectionAssignments,
  selectionCalls,
  selectionDecisions,
  selectionInvitations,
  selectionOverview,
  selectionRedactions,
  selectionReviewWork,
  selectionReviewers,
  selectionStaffConflicts,
  selectionTold,
]

export const operations: Operation[] = modules.flatMap((module): unknown[] => Object.values(module)).filter(isOperation)
