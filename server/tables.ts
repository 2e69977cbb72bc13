// Written by `npm run tables` from server/migrations. Do not edit by hand.
import type { Generated, GeneratedAlways, Selectable } from 'kysely'

export type Tables = {
  abstract: {
    id: GeneratedAlways<number>
    applicantId: number
    eventId: number
    status: Generated<string>
    level: Generated<number>
    number: number | null
    currentVersion: Generated<number>
    versions: Generated<number>
    createdAt: Date
    submittedAt: Date | null
    isLate: Generated<boolean>
    removedAt: Date | null
    withdrawnAt: Date | null
    state: GeneratedAlways<'draft' | 'submitted' | 'withdrawn'>
  }
  abstractCounter: { eventId: number; last: number }
  abstractVersion: {
    abstractId: number
    number: number
    applicantId: number
    saveKey: string | null
    saveDigest: Buffer
    abstractType: 'Oral' | 'Poster' | 'Workshop'
    subSpecialityId: number
    title: string
    titlePlain: string
    background: string
    backgroundPlain: string
    material: string
    materialPlain: string
    results: string
    resultsPlain: string
    discussion: string
    discussionPlain: string
    words: number
    fileKey: string
    fileName: string
    fileSize: number
    fileSha256: Buffer
    fileScan: 'clean' | 'none' | 'failed'
    isAside: Generated<boolean>
    isLate: Generated<boolean>
    savedAt: Date
    startedAt: Date | null
  }
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
    erasedAt: Date | null
  }
  act: {
    id: GeneratedAlways<number>
    tx: Generated<string>
    at: Date
    actorKind: 'staff' | 'command' | 'schedule' | 'database'
    accountId: number | null
    actorName: Generated<string>
    role: 'owner' | 'organiser' | 'chair' | 'finance' | 'desk' | null
    eventId: number | null
    operation: string
    aboutKind: Generated<string>
    aboutId: Generated<string>
    reason: Generated<string>
    outcome: 'done' | 'refused' | 'read' | 'begun' | 'failed'
    refusal: Generated<string>
    requestId: Generated<string>
    steppedUp: Generated<boolean>
  }
  actChange: {
    id: GeneratedAlways<number>
    actId: number
    tableName: string
    rowKey: string
    before: unknown
    after: unknown
    salt: Buffer | null
    beforeDigest: Buffer | null
    afterDigest: Buffer | null
    blankedAt: Date | null
  }
  actEnd: {
    actId: number
    at: Date
    outcome: 'done' | 'refused' | 'read' | 'begun' | 'failed'
    refusal: Generated<string>
  }
  applicant: { id: GeneratedAlways<number>; accountId: number; eventId: number; createdAt: Date }
  attempt: { key: string; hits: number; resetsAt: Date }
  captchaUsed: { nonce: string; expiresAt: Date }
  closure: { accountId: number; askedAt: Date; dueAt: Date; keepsAbstracts: boolean }
  contentChange: { id: GeneratedAlways<number>; changedAt: Generated<Date> }
  dataCopy: { accountId: number; keyHash: Buffer; begunAt: Date | null; endsAt: Date }
  emailChange: {
    id: GeneratedAlways<number>
    accountId: number
    askedBy: number | null
    newEmail: string
    newEmailKey: string
    askedAt: Date
    oldEmail: string | null
    oldEmailKey: string | null
    changedAt: Date | null
    undoHash: Buffer | null
    undoUntil: Date | null
    undoneAt: Date | null
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
  exportFile: {
    id: GeneratedAlways<number>
    accountId: number
    list: string
    filter: unknown
    scope: unknown
    format: string
    state: Generated<'waiting' | 'running' | 'ready' | 'stopped' | 'failed'>
    rowsWritten: Generated<number>
    rowsInAll: Generated<number>
    askedAt: Date
    seenAt: Date
    fileKey: string | null
    size: number | null
    expiresAt: Date | null
  }
  ledgerEntry: {
    id: GeneratedAlways<number>
    orderId: number
    attemptId: number
    kind: 'capture' | 'refund'
    amount: number
    currency: string
    gateway: string
    gatewayReference: string
    recordedAt: Date
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
    about: string | null
    isLast: Generated<boolean>
  }
  orderItem: { orderId: number; workshopId: number; applicantId: number; topic: string; price: number; holds: boolean }
  orders: {
    id: GeneratedAlways<number>
    paymentCode: string
    applicantId: number
    state: Generated<'pending' | 'paid' | 'lapsed' | 'cancelled'>
    total: number
    currency: Generated<string>
    createdAt: Date
    holdUntil: Date
    paidAt: Date | null
    closedAt: Date | null
  }
  passwordReset: { accountId: number; tokenHash: Buffer; expiresAt: Date }
  paymentAttempt: {
    id: GeneratedAlways<number>
    orderId: number
    gateway: string
    reference: string
    transactionId: string | null
    portal: string | null
    returnKey: string
    returnPath: string
    amount: number
    currency: string
    state: Generated<'created' | 'registered' | 'captured' | 'failed' | 'cancelled' | 'abandoned'>
    createdAt: Date
    nextCheckAt: Date | null
    checks: Generated<number>
    lastCode: Generated<string>
    lastWords: Generated<string>
    lastFact: Generated<string>
    lastAskedAt: Date | null
    decidingSince: Date | null
  }
  paymentEvent: { id: GeneratedAlways<number>; attemptId: number; source: string; fact: unknown; notedAt: Date }
  paymentException: {
    id: GeneratedAlways<number>
    kind: 'wrong_amount' | 'wrong_order' | 'duplicate_capture' | 'late_capture_no_seat' | 'capture_on_cancelled' | 'orphan_capture' | 'unresolved_attempt' | 'refund_difference'
    orderId: number | null
    attemptId: number | null
    gateway: string
    gatewayReference: string
    note: Generated<string>
    openedAt: Date
    resolvedAt: Date | null
    resolution: Generated<string>
    version: Generated<number>
    resolvedBy: number | null
    amount: number | null
    currency: string | null
  }
  pin: {
    accountId: number
    purpose: 'verify' | 'reset' | 'email'
    pinHash: Buffer
    expiresAt: Date
    tries: Generated<number>
    askedFrom: Generated<string>
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
  receipt: { eventId: number; number: number; orderId: number; issuedAt: Date }
  receiptCounter: { eventId: number; last: number }
  refund: {
    id: GeneratedAlways<number>
    attemptId: number
    amount: number
    state: Generated<'asked' | 'done' | 'failed' | 'unknown'>
    reason: string
    askedBy: string
    askedAt: Date
    settledAt: Date | null
    currency: Generated<string>
    confirmedAmount: number | null
    confirmedCurrency: string | null
  }
  resetPin: {
    accountId: number
    browserHash: Buffer
    pinHash: Buffer
    expiresAt: Date
    tries: Generated<number>
    askedFrom: Generated<string>
  }
  sandboxPayment: {
    transactionId: string
    reference: string
    amount: number
    currency: string
    lines: unknown
    returnUrl: string
    createdAt: Date
    outcome: string | null
    chosenAt: Date | null
    capturedAmount: number | null
    capturedAt: Date | null
    reversedAt: Date | null
    refundedAt: Date | null
    refundedAmount: number | null
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
  speciality: { id: GeneratedAlways<number>; eventId: number; description: string; position: Generated<number> }
  staffGrant: {
    id: GeneratedAlways<number>
    accountId: number
    role: 'owner' | 'organiser' | 'chair' | 'finance' | 'desk'
    eventId: number | null
    grantedBy: number | null
    grantedAt: Date
    revokedBy: number | null
    revokedAt: Date | null
  }
  staffLink: { accountId: number; tokenHash: Buffer; expiresAt: Date }
  staffSession: {
    id: GeneratedAlways<number>
    tokenHash: Buffer
    accountId: number
    device: Generated<string>
    mustSetPassword: Generated<boolean>
    createdAt: Date
    lastSeenAt: Date
  }
  subSpeciality: { id: GeneratedAlways<number>; specialityId: number; description: string; position: Generated<number> }
  upload: {
    id: string
    applicantId: number
    clientKey: string
    fileName: string
    size: number
    received: Generated<number>
    createdAt: Date
    touchedAt: Date
  }
  uploadPiece: { uploadId: string; position: number; size: number; fileKey: string }
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
    seatsTaken: Generated<number>
  }
}

/** A whole row, as it is read. */
export type Row<Name extends keyof Tables> = Selectable<Tables[Name]>
