// Written by `npm run calls` from the operations of contract/. Do not edit by hand.
import type { Call } from '../heads.ts'
import { change, read } from '../sent.ts'
import type * as abstractsAbstracts from '../abstracts/abstracts.ts'
import type * as abstractsAuthors from '../abstracts/authors.ts'

export const AbstractDownload: Call<typeof abstractsAbstracts.AbstractDownload> = /* @__PURE__ */ read('AbstractDownload', 'session')
export const AbstractSave: Call<typeof abstractsAbstracts.AbstractSave> = /* @__PURE__ */ change('AbstractSave', 'session', { upload: true })
export const AbstractUpdate: Call<typeof abstractsAbstracts.AbstractUpdate> = /* @__PURE__ */ change('AbstractUpdate', 'session', { upload: true })
export const GetAbstracts: Call<typeof abstractsAbstracts.GetAbstracts> = /* @__PURE__ */ read('GetAbstracts', 'session')
export const RemoveAbstract: Call<typeof abstractsAbstracts.RemoveAbstract> = /* @__PURE__ */ change('RemoveAbstract', 'session', { repeatable: true })
export const SpecialityList: Call<typeof abstractsAbstracts.SpecialityList> = /* @__PURE__ */ read('SpecialityList', 'none', { method: 'POST' })
export const SubSpecialityList: Call<typeof abstractsAbstracts.SubSpecialityList> = /* @__PURE__ */ read('SubSpecialityList', 'none', { method: 'POST' })
export const SubmitAbstract: Call<typeof abstractsAbstracts.SubmitAbstract> = /* @__PURE__ */ change('SubmitAbstract', 'session', { repeatable: true })
export const UploadBegin: Call<typeof abstractsAbstracts.UploadBegin> = /* @__PURE__ */ change('UploadBegin', 'session', { repeatable: true })
export const UploadPiece: Call<typeof abstractsAbstracts.UploadPiece> = /* @__PURE__ */ change('UploadPiece', 'session', { upload: true })
export const AuthorsRead: Call<typeof abstractsAuthors.AuthorsRead> = /* @__PURE__ */ read('AuthorsRead', 'session')
export const AuthorsSave: Call<typeof abstractsAuthors.AuthorsSave> = /* @__PURE__ */ change('AuthorsSave', 'session')
