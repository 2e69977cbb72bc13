// Written by `npm run tables` from server/migrations. Do not edit by hand.
import type { Generated, GeneratedAlways, Selectable } from 'kysely'

export type Tables = {
  account: {
    id: GeneratedAlways<number>
    email: string
    emailKey: string
    fullName: string
    passwordHash: string | null
    deviceId: Generated<string>
    verifiedAt: Date | null
    createdAt: Date
    passwordChangedAt: Date
  }
  applicant: {
    id: GeneratedAlways<number>
    accountId: number
    eventId: number
    createdAt: Date
  }
  attempt: {
    key: string
    hits: number
    resetsAt: Date
  }
  captchaUsed: {
    nonce: string
    expiresAt: Date
  }
  contentChange: {
    id: GeneratedAlways<number>
    changedAt: Generated<Date>
  }
  event: {
    id: GeneratedAlways<number>
    name: string
    theme: Generated<string>
    lead: Generated<string>
    venue: Generated<string>
    flyer: Generated<string>
    timeZone: Generated<string>
    opensOn: string
    abstractsCloseOn: string
    decisionsOn: string
    registrationClosesOn: string
    workshopsFrom: string
    startsOn: string
    endsOn: string
    isCurrent: Generated<boolean>
  }
  mail: {
    id: GeneratedAlways<number>
    messageId: string
    recipient: string
    subject: string
    bodyText: string
    bodyHtml: string
    createdAt: Date
    expiresAt: Date | null
    nextTryAt: Date
    tries: Generated<number>
    lastError: Generated<string>
    sentAt: Date | null
    givenUpAt: Date | null
  }
  passwordReset: {
    accountId: number
    tokenHash: Buffer
    expiresAt: Date
  }
  pin: {
    accountId: number
    purpose: 'verify' | 'reset'
    pinHash: Buffer
    expiresAt: Date
    tries: Generated<number>
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
  }
  programme: {
    id: GeneratedAlways<number>
    name: string
    courseCoordinator: Generated<string>
    registrationFee: Generated<string>
    endDate: string
    image: Generated<string>
    description: Generated<string>
    position: Generated<number>
  }
  session: {
    id: GeneratedAlways<number>
    tokenHash: Buffer
    accountId: number
    applicantId: number | null
    device: Generated<string>
    createdAt: Date
    lastSeenAt: Date
  }
  speciality: {
    id: GeneratedAlways<number>
    eventId: number
    description: string
    position: Generated<number>
  }
  subSpeciality: {
    id: GeneratedAlways<number>
    specialityId: number
    description: string
    position: Generated<number>
  }
  workshop: {
    id: GeneratedAlways<number>
    eventId: number
    topic: string
    startsAt: Date
    durationMinutes: number
    price: number
    facilitators: Generated<string>
    venue: Generated<string>
    focal: Generated<string>
    seats: number
  }
}

/** A whole row, as it is read. */
export type Row<Name extends keyof Tables> = Selectable<Tables[Name]>
