/** How the calls about the pages of the site are sent. Without zod: the console has this too. */
import { heads } from '#contract/heads.ts'
import { pictureTexts } from './page-names.ts'

const read = { method: 'GET', token: 'staff', may: 'content.edit', kind: 'read' } as const
const change = { method: 'POST', token: 'staff', may: 'content.edit', kind: 'change', runs: 'act' } as const
const publishing = { method: 'POST', token: 'staff', may: 'content.publish', kind: 'change', runs: 'act' } as const

export const pageHeads = heads({
  PagesList: { name: 'PagesList', path: '/staff/PagesList', ...read },
  PageShow: { name: 'PageShow', path: '/staff/PageShow', ...read },
  PageHistory: { name: 'PageHistory', path: '/staff/PageHistory', ...read },
  PageVersion: { name: 'PageVersion', path: '/staff/PageVersion', ...read },
  /** A whole page, drawn as visitors would see it, for a frame that runs nothing. */
  PagePreview: { name: 'PagePreview', path: '/staff/PagePreview', ...read },
  PageDraftSave: { name: 'PageDraftSave', path: '/staff/PageDraftSave', ...change },
  PageDiscard: { name: 'PageDiscard', path: '/staff/PageDiscard', ...change },
  PageBringBack: { name: 'PageBringBack', path: '/staff/PageBringBack', ...change },
  PagePublish: { name: 'PagePublish', path: '/staff/PagePublish', ...publishing },
  AssetsList: { name: 'AssetsList', path: '/staff/AssetsList', ...read },
  AssetUpload: {
    name: 'AssetUpload',
    path: '/staff/AssetUpload',
    ...change,
    runs: 'steps',
    upload: { field: 'picture', limit: 10 * 1024 * 1024, tooLarge: pictureTexts.tooLarge },
  },
  AssetDescribe: { name: 'AssetDescribe', path: '/staff/AssetDescribe', ...change },
})
