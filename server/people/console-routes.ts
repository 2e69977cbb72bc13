/** What staff ask about people and change of them. */
import type { FastifyInstance } from 'fastify'
import {
  DuplicatesList,
  EmailChangeBegin,
  EmailChangeCancel,
  EmailChangeConfirm,
  MergeAccounts,
  MergeCheck,
  MergeUndo,
  NotSamePerson,
} from '#contract/people/identity-console.ts'
import { PeopleList } from '#contract/people/people-console.ts'
import {
  PersonContact,
  PersonCorrectName,
  PersonNote,
  PersonPhoto,
  PersonShow,
  PersonSignOut,
  PersonTimeline,
} from '#contract/people/person-console.ts'
import {
  beginEmailChange,
  cancelEmailChange,
  confirmEmailChangeFor,
} from '#server/accounts/addresses/email-change-for.ts'
import { countOpened, isSearchOnly, noteOpened, noteSearch } from '#server/kernel/noted-searches.ts'
import { serve } from '#server/kernel/serve.ts'
import type { World } from '#server/kernel/world.ts'
import { originOf } from '#server/platform/http/origin.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { listDuplicates, sayTwoPeople } from './duplicates-list.ts'
import { mergeAccounts, undoMerge } from './merge.ts'
import { showMerge } from './merges.ts'
import { writeNote } from './notes.ts'
import { listPeople } from './people-list.ts'
import { contactOf, contactShown, correctName, signOutPerson } from './person-changes.ts'
import { timelineOf } from './person-timeline.ts'
import { showPerson, whoIs } from './person.ts'

type Told = { eventId?: number; accountId: number; reason?: string }

const aboutPerson = ({ eventId, accountId, reason = '' }: Told) => ({
  about: { kind: 'account', id: accountId },
  eventId,
  reason,
})

export function peopleConsoleRoutes(app: FastifyInstance, world: World): void {
  serve(app, PeopleList, async ({ input, caller, request }) => {
    if (input.search && isSearchOnly(caller, input.eventId))
      await noteSearch(world, caller, { ...input, operation: 'PeopleList', requestId: request.id })
    return listPeople(world, caller, input)
  })
  readRoutes(app, world)
  personRoutes(app)
  emailRoutes(app)
  mergeRoutes(app, world)
}

function readRoutes(app: FastifyInstance, world: World): void {
  serve(app, PersonShow, async ({ input, caller, request }) => {
    await countOpened(world, caller, input.eventId)
    const person = await showPerson(world, caller, input)
    await noteOpened(world, caller, { ...input, operation: 'PersonShow', requestId: request.id })
    return { person }
  })
  serve(app, PersonTimeline, async ({ input, caller, request }) => {
    await countOpened(world, caller, input.eventId)
    const timeline = await timelineOf(world, caller, input)
    await noteOpened(world, caller, { ...input, operation: 'PersonTimeline', requestId: request.id })
    return timeline
  })
  serve(app, PersonContact, async ({ input, caller, request }) =>
    contactShown(await contactOf(world, caller, { ...input, operation: 'PersonContact', requestId: request.id })),
  )
  serve(app, PersonPhoto, async ({ input, caller, request }) => {
    const row = await contactOf(world, caller, { ...input, operation: 'PersonPhoto', requestId: request.id })
    const file = row && (await world.files.get(row.photoKey))
    if (!file) return refuse('not_found')
    return { type: 'image/png', name: `${input.accountId}.png`, inline: true, size: file.size, bytes: file.bytes }
  })
}

function personRoutes(app: FastifyInstance): void {
  serve(app, PersonCorrectName, {
    act: aboutPerson,
    answer: async ({ world, caller, input }) => {
      await correctName(world, caller, input)
      return { person: await showPerson(world, caller, input) }
    },
  })
  serve(app, PersonNote, {
    act: ({ eventId, accountId }) => aboutPerson({ eventId, accountId }),
    answer: async ({ world, caller, input }) => {
      await whoIs(world, input)
      await writeNote(world, caller, input)
      return { person: await showPerson(world, caller, input) }
    },
  })
  serve(app, PersonSignOut, {
    act: aboutPerson,
    answer: async ({ world, input }) => ({ ended: await signOutPerson(world, input) }),
  })
}

function emailRoutes(app: FastifyInstance): void {
  serve(app, EmailChangeBegin, {
    act: aboutPerson,
    answer: async ({ world, caller, input: { accountId, email }, request }) => {
      await beginEmailChange(world, caller, { accountId, email, origin: originOf(request, '') })
      return { newEmail: email }
    },
  })
  serve(app, EmailChangeConfirm, {
    act: ({ accountId }) => aboutPerson({ accountId }),
    // A wrong PIN is an answer: the try that it cost is kept.
    answer: async ({ world, input }) => ({ status: await confirmEmailChangeFor(world, input) }),
  })
  serve(app, EmailChangeCancel, {
    act: ({ accountId }) => aboutPerson({ accountId }),
    answer: async ({ world, input }) => {
      await cancelEmailChange(world, input.accountId)
      return {}
    },
  })
}

function mergeRoutes(app: FastifyInstance, world: World): void {
  serve(app, DuplicatesList, ({ input }) => listDuplicates(world, input.eventId))
  serve(app, MergeCheck, ({ input }) => showMerge(world, input))
  serve(app, NotSamePerson, {
    act: ({ one }) => aboutPerson({ accountId: one }),
    answer: async ({ world, caller, input }) => {
      await sayTwoPeople(world, caller, input)
      return {}
    },
  })
  serve(app, MergeAccounts, {
    act: ({ kept, reason }) => aboutPerson({ accountId: kept, reason }),
    answer: ({ world, caller, input }) => mergeAccounts(world, caller, input),
  })
  serve(app, MergeUndo, {
    act: ({ mergeId, reason }) => ({ about: { kind: 'account_merge', id: mergeId }, reason }),
    answer: async ({ world, caller, input }) => {
      await undoMerge(world, caller, input)
      return {}
    },
  })
}
