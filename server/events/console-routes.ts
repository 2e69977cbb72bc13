/** What staff ask about events and change of them. */
import type { FastifyInstance } from 'fastify'
import {
  DisciplineOrder,
  DisciplineRetire,
  DisciplineSave,
  DisciplinesAdd,
  ExtensionEnd,
  ExtensionGive,
  ExtensionList,
  ProgrammeList,
  ProgrammeRetire,
  ProgrammeSave,
} from '#contract/events/console-parts.ts'
import {
  EventArchive,
  EventBegin,
  EventCheck,
  EventCopy,
  EventDelete,
  EventEnd,
  EventMakeCurrent,
  EventPublish,
  EventSave,
  EventShow,
  EventsOfStaff,
  EventUnpublish,
} from '#contract/events/console.ts'
import { PeopleExtend } from '#contract/people/person-console.ts'
import type { Staff } from '#server/kernel/callers.ts'
import { mayForCollege } from '#server/kernel/permissions.ts'
import { serve } from '#server/kernel/serve.ts'
import type { World } from '#server/kernel/world.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { checklistOf } from './check-event.ts'
import { beginEvent, copyEvent } from './copy-event.ts'
import { addDisciplines, orderDisciplines, retireDiscipline, saveDiscipline } from './disciplines.ts'
import { eventsOfStaff, showEvent } from './event-detail.ts'
import { archiveEvent, deleteEvent, endEvent, makeEventCurrent, publishEvent, unpublishEvent } from './event-states.ts'
import { extendPeople } from './extend-people.ts'
import { endExtension, giveExtensions, listExtensions } from './extensions.ts'
import { programmesForStaff, retireProgramme, saveProgramme } from './programmes.ts'
import { saveEvent } from './save-event.ts'

/** Whatever is done to an event is told as done to it. */
const toEvent = ({ eventId }: { eventId: number }) => ({ about: { kind: 'event', id: eventId }, eventId })

export function eventConsoleRoutes(app: FastifyInstance, world: World): void {
  serve(app, EventsOfStaff, ({ caller }) => eventsOfStaff(world, caller))
  serve(app, EventShow, async ({ input }) => ({ event: await showEvent(world, input.eventId) }))
  serve(app, EventCheck, ({ input }) => checklistOf(world, input.eventId))
  serve(app, EventSave, { act: toEvent, answer: ({ world, input }) => saveEvent(world, input) })
  serve(app, EventBegin, { act: () => ({}), answer: ({ world, caller, input }) => beginEvent(world, caller, input) })
  serve(app, EventCopy, { act: toEvent, answer: ({ world, caller, input }) => copyEvent(world, caller, input) })
  serve(app, EventPublish, { act: toEvent, answer: ({ world, input }) => publishEvent(world, input) })
  serve(app, EventUnpublish, {
    act: toEvent,
    answer: ({ world, caller, input }) => unpublishEvent(world, caller, input),
  })
  serve(app, EventMakeCurrent, { act: toEvent, answer: ({ world, input }) => makeEventCurrent(world, input) })
  serve(app, EventEnd, {
    act: toEvent,
    answer: ({ world, input }) => endEvent(world, input),
  })
  serve(app, EventArchive, { act: toEvent, answer: ({ world, input }) => archiveEvent(world, input) })
  serve(app, EventDelete, {
    act: toEvent,
    answer: async ({ world, caller, input }) => {
      await deleteEvent(world, caller, input)
      return {}
    },
  })
  partRoutes(app, world)
  programmeRoutes(app, world)
}

function partRoutes(app: FastifyInstance, world: World): void {
  serve(app, DisciplinesAdd, { act: toEvent, answer: ({ world, input }) => addDisciplines(world, input) })
  serve(app, DisciplineSave, { act: toEvent, answer: ({ world, input }) => saveDiscipline(world, input) })
  serve(app, DisciplineRetire, { act: toEvent, answer: ({ world, input }) => retireDiscipline(world, input) })
  serve(app, DisciplineOrder, { act: toEvent, answer: ({ world, input }) => orderDisciplines(world, input) })
  serve(app, ExtensionList, ({ input }) => listExtensions(world, input))
  serve(app, PeopleExtend, {
    act: ({ eventId, reason }) => ({ about: { kind: 'event', id: eventId }, eventId, reason }),
    answer: ({ world, caller, input }) => extendPeople(world, caller, input),
  })
  serve(app, ExtensionGive, {
    act: ({ eventId, reason }) => ({ ...toEvent({ eventId }), reason }),
    answer: ({ world, caller, input }) => giveExtensions(world, caller, input),
  })
  serve(app, ExtensionEnd, {
    act: ({ eventId, id, reason }) => ({ about: { kind: 'extension', id }, eventId, reason }),
    answer: ({ world, caller, input }) => endExtension(world, caller, input),
  })
}

/** Visitors read programmes at once, on pages of the college. */
function mustBeOfCollege(staff: Staff): void {
  if (!mayForCollege(staff, 'content.publish'))
    refuse('not_allowed', {
      sentence: 'Programmes belong to the college. An owner, or an organiser of the college, changes them.',
    })
}

function programmeRoutes(app: FastifyInstance, world: World): void {
  const toProgramme = ({ id }: { id?: number | undefined }) =>
    id === undefined ? {} : { about: { kind: 'programme', id } }
  serve(app, ProgrammeList, async () => ({ programmes: await programmesForStaff(world) }))
  serve(app, ProgrammeSave, {
    act: toProgramme,
    answer: ({ world, caller, input }) => {
      mustBeOfCollege(caller)
      return saveProgramme(world, input)
    },
  })
  serve(app, ProgrammeRetire, {
    act: toProgramme,
    answer: ({ world, caller, input }) => {
      mustBeOfCollege(caller)
      return retireProgramme(world, input)
    },
  })
}
