// Written by `npm run calls` from the operations of contract/. Do not edit by hand.
import type { Call } from '../heads.ts'
import { change, read } from '../sent.ts'
import type * as mailLetterTexts from '../mail/letter-texts.ts'
import type * as mailLetters from '../mail/letters.ts'
import type * as mailMailings from '../mail/mailings.ts'

export const LetterTextPreview: Call<typeof mailLetterTexts.LetterTextPreview> = /* @__PURE__ */ read('LetterTextPreview', 'staff', { method: 'POST' })
export const LetterTextReset: Call<typeof mailLetterTexts.LetterTextReset> = /* @__PURE__ */ change('LetterTextReset', 'staff')
export const LetterTextSave: Call<typeof mailLetterTexts.LetterTextSave> = /* @__PURE__ */ change('LetterTextSave', 'staff')
export const LetterTextShow: Call<typeof mailLetterTexts.LetterTextShow> = /* @__PURE__ */ read('LetterTextShow', 'staff')
export const LetterTextTest: Call<typeof mailLetterTexts.LetterTextTest> = /* @__PURE__ */ change('LetterTextTest', 'staff')
export const LetterTextsList: Call<typeof mailLetterTexts.LetterTextsList> = /* @__PURE__ */ read('LetterTextsList', 'staff')
export const LetterRetry: Call<typeof mailLetters.LetterRetry> = /* @__PURE__ */ change('LetterRetry', 'staff')
export const LetterShow: Call<typeof mailLetters.LetterShow> = /* @__PURE__ */ read('LetterShow', 'staff')
export const OutboxList: Call<typeof mailLetters.OutboxList> = /* @__PURE__ */ read('OutboxList', 'staff')
export const MailingCheck: Call<typeof mailMailings.MailingCheck> = /* @__PURE__ */ change('MailingCheck', 'staff')
export const MailingDelete: Call<typeof mailMailings.MailingDelete> = /* @__PURE__ */ change('MailingDelete', 'staff')
export const MailingPreview: Call<typeof mailMailings.MailingPreview> = /* @__PURE__ */ read('MailingPreview', 'staff', { method: 'POST' })
export const MailingSave: Call<typeof mailMailings.MailingSave> = /* @__PURE__ */ change('MailingSave', 'staff')
export const MailingSend: Call<typeof mailMailings.MailingSend> = /* @__PURE__ */ change('MailingSend', 'staff')
export const MailingShow: Call<typeof mailMailings.MailingShow> = /* @__PURE__ */ read('MailingShow', 'staff')
export const MailingStop: Call<typeof mailMailings.MailingStop> = /* @__PURE__ */ change('MailingStop', 'staff')
export const MailingTest: Call<typeof mailMailings.MailingTest> = /* @__PURE__ */ change('MailingTest', 'staff')
export const MailingsList: Call<typeof mailMailings.MailingsList> = /* @__PURE__ */ read('MailingsList', 'staff')
export const SavedLetterDelete: Call<typeof mailMailings.SavedLetterDelete> = /* @__PURE__ */ change('SavedLetterDelete', 'staff')
export const SavedLetterSave: Call<typeof mailMailings.SavedLetterSave> = /* @__PURE__ */ change('SavedLetterSave', 'staff')
export const SavedLettersList: Call<typeof mailMailings.SavedLettersList> = /* @__PURE__ */ read('SavedLettersList', 'staff')
export const SegmentCount: Call<typeof mailMailings.SegmentCount> = /* @__PURE__ */ read('SegmentCount', 'staff', { method: 'POST' })
