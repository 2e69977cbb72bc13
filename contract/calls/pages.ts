// Written by `npm run calls` from the operations of contract/. Do not edit by hand.
import type { Call } from '../heads.ts'
import { change, read } from '../sent.ts'
import type * as pagesSetup from '../pages/setup.ts'
import type * as pagesVersions from '../pages/versions.ts'

export const SetupMailTest: Call<typeof pagesSetup.SetupMailTest> = /* @__PURE__ */ change('SetupMailTest', 'staff')
export const SetupShow: Call<typeof pagesSetup.SetupShow> = /* @__PURE__ */ read('SetupShow', 'staff')
export const AssetDescribe: Call<typeof pagesVersions.AssetDescribe> = /* @__PURE__ */ change('AssetDescribe', 'staff')
export const AssetUpload: Call<typeof pagesVersions.AssetUpload> = /* @__PURE__ */ change('AssetUpload', 'staff', { upload: true })
export const AssetsList: Call<typeof pagesVersions.AssetsList> = /* @__PURE__ */ read('AssetsList', 'staff')
export const PageBringBack: Call<typeof pagesVersions.PageBringBack> = /* @__PURE__ */ change('PageBringBack', 'staff')
export const PageDiscard: Call<typeof pagesVersions.PageDiscard> = /* @__PURE__ */ change('PageDiscard', 'staff')
export const PageDraftSave: Call<typeof pagesVersions.PageDraftSave> = /* @__PURE__ */ change('PageDraftSave', 'staff')
export const PageHistory: Call<typeof pagesVersions.PageHistory> = /* @__PURE__ */ read('PageHistory', 'staff')
export const PagePreview: Call<typeof pagesVersions.PagePreview> = /* @__PURE__ */ read('PagePreview', 'staff')
export const PagePublish: Call<typeof pagesVersions.PagePublish> = /* @__PURE__ */ change('PagePublish', 'staff')
export const PageShow: Call<typeof pagesVersions.PageShow> = /* @__PURE__ */ read('PageShow', 'staff')
export const PageVersion: Call<typeof pagesVersions.PageVersion> = /* @__PURE__ */ read('PageVersion', 'staff')
export const PagesList: Call<typeof pagesVersions.PagesList> = /* @__PURE__ */ read('PagesList', 'staff')
