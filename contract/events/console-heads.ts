/** How the calls by which staff look after events are sent. Without zod: the browser has this too. */
import type { Permission } from '#contract/accounts/permissions.ts'
import { heads } from '#contract/heads.ts'

const read = <const Name extends string, const May extends Permission>(name: Name, may: May) =>
  ({ name, method: 'GET', path: `/staff/${name}`, token: 'staff', may, kind: 'read' }) as const
const change = <const Name extends string, const May extends Permission>(name: Name, may: May) =>
  ({ name, method: 'POST', path: `/staff/${name}`, token: 'staff', may, kind: 'change', runs: 'act' }) as const

/** Only for whoever has just proven who they are. */
const provenChange = <const Name extends string, const May extends Permission>(name: Name, may: May) =>
  ({ ...change(name, may), stepUp: true }) as const

export const eventConsoleHeads = heads({
  EventsOfStaff: read('EventsOfStaff', 'event.read'),
  EventShow: read('EventShow', 'event.read'),
  EventCheck: read('EventCheck', 'event.read'),
  EventSave: change('EventSave', 'event.edit'),
  EventBegin: change('EventBegin', 'event.publish'),
  EventCopy: change('EventCopy', 'event.publish'),
  EventPublish: provenChange('EventPublish', 'event.publish'),
  EventUnpublish: provenChange('EventUnpublish', 'event.publish'),
  EventMakeCurrent: provenChange('EventMakeCurrent', 'event.publish'),
  EventEnd: provenChange('EventEnd', 'event.publish'),
  EventArchive: change('EventArchive', 'event.publish'),
  EventDelete: change('EventDelete', 'event.publish'),
  DisciplinesAdd: change('DisciplinesAdd', 'event.edit'),
  DisciplineSave: change('DisciplineSave', 'event.edit'),
  DisciplineRetire: change('DisciplineRetire', 'event.edit'),
  DisciplineOrder: change('DisciplineOrder', 'event.edit'),
  ExtensionList: read('ExtensionList', 'people.edit'),
  ExtensionGive: change('ExtensionGive', 'people.edit'),
  ExtensionEnd: change('ExtensionEnd', 'people.edit'),
  ProgrammeList: read('ProgrammeList', 'content.edit'),
  ProgrammeSave: change('ProgrammeSave', 'content.publish'),
  ProgrammeRetire: change('ProgrammeRetire', 'content.publish'),
})
