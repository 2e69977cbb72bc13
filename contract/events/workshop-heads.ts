/** How the calls by which staff look after workshops are sent. Without zod: the browser has this too. */
import { heads } from '#contract/heads.ts'

export const workshopHeads = heads({
  WorkshopsOfEvent: {
    name: 'WorkshopsOfEvent',
    method: 'GET',
    path: '/staff/WorkshopsOfEvent',
    token: 'staff',
    may: 'event.read',
    kind: 'read',
  },
  WorkshopShow: {
    name: 'WorkshopShow',
    method: 'GET',
    path: '/staff/WorkshopShow',
    token: 'staff',
    may: 'event.read',
    kind: 'read',
  },
  RosterList: {
    name: 'RosterList',
    method: 'GET',
    path: '/staff/RosterList',
    token: 'staff',
    may: 'people.read',
    kind: 'read',
  },
  WorkshopEmailPreview: {
    name: 'WorkshopEmailPreview',
    method: 'GET',
    path: '/staff/WorkshopEmailPreview',
    token: 'staff',
    may: 'event.edit',
    kind: 'read',
  },
  WorkshopSave: {
    name: 'WorkshopSave',
    method: 'POST',
    path: '/staff/WorkshopSave',
    token: 'staff',
    may: 'event.edit',
    kind: 'change',
  },
  WorkshopStopSales: {
    name: 'WorkshopStopSales',
    method: 'POST',
    path: '/staff/WorkshopStopSales',
    token: 'staff',
    may: 'event.edit',
    kind: 'change',
  },
  WorkshopCancel: {
    name: 'WorkshopCancel',
    method: 'POST',
    path: '/staff/WorkshopCancel',
    token: 'staff',
    may: 'event.edit',
    kind: 'change',
  },
  WorkshopDelete: {
    name: 'WorkshopDelete',
    method: 'POST',
    path: '/staff/WorkshopDelete',
    token: 'staff',
    may: 'event.edit',
    kind: 'change',
  },
})
