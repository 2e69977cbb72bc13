// Written by `npm run calls` from the operations of contract/. Do not edit by hand.
import type { Call } from '../heads.ts'
import { change, read } from '../sent.ts'
import type * as peopleIdentityConsole from '../people/identity-console.ts'
import type * as peoplePeopleConsole from '../people/people-console.ts'
import type * as peoplePersonConsole from '../people/person-console.ts'
import type * as peopleProfiles from '../people/profiles.ts'
import type * as peopleTowns from '../people/towns.ts'

export const DuplicatesList: Call<typeof peopleIdentityConsole.DuplicatesList> = /* @__PURE__ */ read('DuplicatesList', 'staff')
export const EmailChangeBegin: Call<typeof peopleIdentityConsole.EmailChangeBegin> = /* @__PURE__ */ change('EmailChangeBegin', 'staff')
export const EmailChangeCancel: Call<typeof peopleIdentityConsole.EmailChangeCancel> = /* @__PURE__ */ change('EmailChangeCancel', 'staff')
export const EmailChangeConfirm: Call<typeof peopleIdentityConsole.EmailChangeConfirm> = /* @__PURE__ */ change('EmailChangeConfirm', 'staff')
export const MergeAccounts: Call<typeof peopleIdentityConsole.MergeAccounts> = /* @__PURE__ */ change('MergeAccounts', 'staff')
export const MergeCheck: Call<typeof peopleIdentityConsole.MergeCheck> = /* @__PURE__ */ read('MergeCheck', 'staff')
export const MergeUndo: Call<typeof peopleIdentityConsole.MergeUndo> = /* @__PURE__ */ change('MergeUndo', 'staff')
export const NotSamePerson: Call<typeof peopleIdentityConsole.NotSamePerson> = /* @__PURE__ */ change('NotSamePerson', 'staff')
export const PeopleList: Call<typeof peoplePeopleConsole.PeopleList> = /* @__PURE__ */ read('PeopleList', 'staff')
export const ConsoleSearch: Call<typeof peoplePersonConsole.ConsoleSearch> = /* @__PURE__ */ read('ConsoleSearch', 'staff')
export const PeopleExtend: Call<typeof peoplePersonConsole.PeopleExtend> = /* @__PURE__ */ change('PeopleExtend', 'staff')
export const PersonContact: Call<typeof peoplePersonConsole.PersonContact> = /* @__PURE__ */ read('PersonContact', 'staff')
export const PersonCorrectName: Call<typeof peoplePersonConsole.PersonCorrectName> = /* @__PURE__ */ change('PersonCorrectName', 'staff')
export const PersonNote: Call<typeof peoplePersonConsole.PersonNote> = /* @__PURE__ */ change('PersonNote', 'staff')
export const PersonPhoto: Call<typeof peoplePersonConsole.PersonPhoto> = /* @__PURE__ */ read('PersonPhoto', 'staff')
export const PersonShow: Call<typeof peoplePersonConsole.PersonShow> = /* @__PURE__ */ read('PersonShow', 'staff')
export const PersonSignOut: Call<typeof peoplePersonConsole.PersonSignOut> = /* @__PURE__ */ change('PersonSignOut', 'staff')
export const PersonTimeline: Call<typeof peoplePersonConsole.PersonTimeline> = /* @__PURE__ */ read('PersonTimeline', 'staff')
export const GetProfile: Call<typeof peopleProfiles.GetProfile> = /* @__PURE__ */ read('GetProfile', 'session')
export const ProfileCreate: Call<typeof peopleProfiles.ProfileCreate> = /* @__PURE__ */ change('ProfileCreate', 'session', { upload: true })
export const ProfileExists: Call<typeof peopleProfiles.ProfileExists> = /* @__PURE__ */ read('ProfileExists', 'session', { method: 'POST' })
export const ProfilePhoto: Call<typeof peopleProfiles.ProfilePhoto> = /* @__PURE__ */ read('ProfilePhoto', 'session')
export const countryInfoJSON: Call<typeof peopleTowns.countryInfoJSON> = /* @__PURE__ */ read('countryInfoJSON', 'none', { path: '/geo/countryInfoJSON' })
export const searchJSON: Call<typeof peopleTowns.searchJSON> = /* @__PURE__ */ read('searchJSON', 'none', { path: '/geo/searchJSON' })
