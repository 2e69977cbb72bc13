// Written by `npm run calls` from the operations of contract/. Do not edit by hand.
import type { Call } from '../heads.ts'
import { change, read } from '../sent.ts'
import type * as eventsConsoleParts from '../events/console-parts.ts'
import type * as eventsConsole from '../events/console.ts'
import type * as eventsEvents from '../events/events.ts'
import type * as eventsOverview from '../events/overview.ts'
import type * as eventsWorkshopConsole from '../events/workshop-console.ts'
import type * as eventsWorkshops from '../events/workshops.ts'

export const DisciplineOrder: Call<typeof eventsConsoleParts.DisciplineOrder> = /* @__PURE__ */ change('DisciplineOrder', 'staff')
export const DisciplineRetire: Call<typeof eventsConsoleParts.DisciplineRetire> = /* @__PURE__ */ change('DisciplineRetire', 'staff')
export const DisciplineSave: Call<typeof eventsConsoleParts.DisciplineSave> = /* @__PURE__ */ change('DisciplineSave', 'staff')
export const DisciplinesAdd: Call<typeof eventsConsoleParts.DisciplinesAdd> = /* @__PURE__ */ change('DisciplinesAdd', 'staff')
export const ExtensionEnd: Call<typeof eventsConsoleParts.ExtensionEnd> = /* @__PURE__ */ change('ExtensionEnd', 'staff')
export const ExtensionGive: Call<typeof eventsConsoleParts.ExtensionGive> = /* @__PURE__ */ change('ExtensionGive', 'staff')
export const ExtensionList: Call<typeof eventsConsoleParts.ExtensionList> = /* @__PURE__ */ read('ExtensionList', 'staff')
export const ProgrammeList: Call<typeof eventsConsoleParts.ProgrammeList> = /* @__PURE__ */ read('ProgrammeList', 'staff')
export const ProgrammeRetire: Call<typeof eventsConsoleParts.ProgrammeRetire> = /* @__PURE__ */ change('ProgrammeRetire', 'staff')
export const ProgrammeSave: Call<typeof eventsConsoleParts.ProgrammeSave> = /* @__PURE__ */ change('ProgrammeSave', 'staff')
export const EventArchive: Call<typeof eventsConsole.EventArchive> = /* @__PURE__ */ change('EventArchive', 'staff')
export const EventBegin: Call<typeof eventsConsole.EventBegin> = /* @__PURE__ */ change('EventBegin', 'staff')
export const EventCheck: Call<typeof eventsConsole.EventCheck> = /* @__PURE__ */ read('EventCheck', 'staff')
export const EventCopy: Call<typeof eventsConsole.EventCopy> = /* @__PURE__ */ change('EventCopy', 'staff')
export const EventDelete: Call<typeof eventsConsole.EventDelete> = /* @__PURE__ */ change('EventDelete', 'staff')
export const EventEnd: Call<typeof eventsConsole.EventEnd> = /* @__PURE__ */ change('EventEnd', 'staff')
export const EventMakeCurrent: Call<typeof eventsConsole.EventMakeCurrent> = /* @__PURE__ */ change('EventMakeCurrent', 'staff')
export const EventPublish: Call<typeof eventsConsole.EventPublish> = /* @__PURE__ */ change('EventPublish', 'staff')
export const EventSave: Call<typeof eventsConsole.EventSave> = /* @__PURE__ */ change('EventSave', 'staff')
export const EventShow: Call<typeof eventsConsole.EventShow> = /* @__PURE__ */ read('EventShow', 'staff')
export const EventUnpublish: Call<typeof eventsConsole.EventUnpublish> = /* @__PURE__ */ change('EventUnpublish', 'staff')
export const EventsOfStaff: Call<typeof eventsConsole.EventsOfStaff> = /* @__PURE__ */ read('EventsOfStaff', 'staff')
export const EventsPortal: Call<typeof eventsEvents.EventsPortal> = /* @__PURE__ */ read('EventsPortal', 'none', { method: 'POST', sent: { address: [], body: 'form' } })
export const LastDates: Call<typeof eventsEvents.LastDates> = /* @__PURE__ */ read('LastDates', 'none', { method: 'POST', sent: { address: ['EventID', 'typ'], body: 'none' } })
export const MyEvents: Call<typeof eventsEvents.MyEvents> = /* @__PURE__ */ read('MyEvents', 'session')
export const ConsoleOverview: Call<typeof eventsOverview.ConsoleOverview> = /* @__PURE__ */ read('ConsoleOverview', 'staff')
export const RosterList: Call<typeof eventsWorkshopConsole.RosterList> = /* @__PURE__ */ read('RosterList', 'staff')
export const WorkshopCancel: Call<typeof eventsWorkshopConsole.WorkshopCancel> = /* @__PURE__ */ change('WorkshopCancel', 'staff')
export const WorkshopDelete: Call<typeof eventsWorkshopConsole.WorkshopDelete> = /* @__PURE__ */ change('WorkshopDelete', 'staff')
export const WorkshopEmailPreview: Call<typeof eventsWorkshopConsole.WorkshopEmailPreview> = /* @__PURE__ */ read('WorkshopEmailPreview', 'staff')
export const WorkshopSave: Call<typeof eventsWorkshopConsole.WorkshopSave> = /* @__PURE__ */ change('WorkshopSave', 'staff')
export const WorkshopShow: Call<typeof eventsWorkshopConsole.WorkshopShow> = /* @__PURE__ */ read('WorkshopShow', 'staff')
export const WorkshopStopSales: Call<typeof eventsWorkshopConsole.WorkshopStopSales> = /* @__PURE__ */ change('WorkshopStopSales', 'staff')
export const WorkshopsOfEvent: Call<typeof eventsWorkshopConsole.WorkshopsOfEvent> = /* @__PURE__ */ read('WorkshopsOfEvent', 'staff')
export const SeatAvailable: Call<typeof eventsWorkshops.SeatAvailable> = /* @__PURE__ */ read('SeatAvailable', 'session', { method: 'POST' })
export const WorkshopsList: Call<typeof eventsWorkshops.WorkshopsList> = /* @__PURE__ */ read('WorkshopsList', 'none', { method: 'POST', sent: { address: ['EventID', 'ApplicantID'], body: 'json' }, shared: true })
