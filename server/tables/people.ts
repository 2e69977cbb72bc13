// Written by `npm run tables` from server/migrations. Do not edit by hand.
import type { GeneratedAlways } from 'kysely'

export type PeopleTables = {
  applicant: { id: GeneratedAlways<number>; accountId: number; eventId: number; createdAt: Date }
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
  }
}
