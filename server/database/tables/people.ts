// Written by `npm run tables` from server/database/migrations. Do not edit by hand.
import type { Generated, GeneratedAlways } from 'kysely'

export type PeopleTables = {
  accountMerge: {
    id: GeneratedAlways<number>
    kept: number
    gone: number
    moved: unknown
    reason: string
    mergedBy: number
    mergedAt: Date
    undoneBy: number | null
    undoneAt: Date | null
  }
  applicant: { id: GeneratedAlways<number>; accountId: number; eventId: number; createdAt: Date }
  notSamePerson: { accountA: number; accountB: number; saidBy: number; saidAt: Date }
  personNote: {
    id: GeneratedAlways<number>
    eventId: number
    accountId: number
    words: string
    version: Generated<number>
    writtenBy: number
    writtenAt: Date
    changedBy: number
    changedAt: Date
    removedAt: Date | null
  }
  personSearch: {
    applicantId: number
    accountId: number
    eventId: number
    since: Date
    nameKey: string
    hasProfile: boolean
    mobileKey: string
    pmdcKey: string
    institutionKey: string
    words: string
    allWords: string
  }
  profile: {
    applicantId: number
    name: string
    fatherName: string
    gender: 'Male' | 'Female'
    nationality: 'Pakistani' | 'Foreigner'
    participantType: 'Student' | 'Nurse' | 'Others'
    presenterType: 'Attendee' | 'Presenter'
    pmdcReg: string
    designation: string
    institution: string
    faculty: string
    department: string
    address: string
    country: string
    city: string
    postCode: string
    mobile: string
    phone: string
    fax: string
    altEmail: string
    photoKey: string
    photoChangedAt: Date
    createdAt: Date
    updatedAt: Date
    photoSha256: Buffer | null
  }
}
