/** Who signed up, when they first came in, and what they told about themselves. */
import { createHash } from 'node:crypto'
import { day, minute } from '#contract/durations.ts'
import { verifyLetter } from '#server/accounts/mail.ts'
import type { Row } from '#server/database/tables.ts'
import { abroad, cities, departments, designations, institutions, peopleNamed, streets, type Who } from './names.ts'
import { after, notToday, type Setting, someTimeOn } from './setting.ts'

export type Guest = {
  accountId: number
  applicantId: number
  email: string
  fullName: string
  cameAt: Date
  hasProfile: boolean
}
type Rows = {
  account: Partial<Row<'account'>>[]
  applicant: Partial<Row<'applicant'>>[]
  profile: Partial<Row<'profile'>>[]
  guests: Guest[]
  /** The picture of each profile, by its key. */
  photos: Map<string, Buffer>
}
/** The person whose sign-in is printed: she has an account already. */
export type Known = { accountId: number; email: string; fullName: string; passwordHash: string | null }

export const many = 320
/** Never came back with the PIN. */
const unverified = 14
const openedDaysAgo = 30

export function planPeople(setting: Setting, known: Known, portraits: readonly Buffer[]): Rows {
  const { chance, numbers, event } = setting
  const rows: Rows = { account: [], applicant: [], profile: [], guests: [], photos: new Map() }
  const whos = peopleNamed(chance, many + unverified)
  const times = whos.map(() => signUpTime(setting)).toSorted((one, other) => one.getTime() - other.getTime())
  const never = new Set(Array.from({ length: unverified }, (_, at) => 11 + at * 23))
  const she = {
    fullName: known.fullName,
    father: 'Rasool Bux Soomro',
    local: '',
    gender: 'Female',
    isForeigner: false,
  } as const
  const firstCame = after(times[0] as Date, 3 * day)
  addGuest({ setting, rows, portraits }, she, {
    ...known,
    cameAt: firstCame,
    applicantId: numbers('applicant'),
    hasProfile: true,
  })
  for (const [at, who] of whos.entries()) {
    const signedUpAt = times[at] as Date
    const accountId = numbers('account')
    const email = `${who.local}@example.org`
    const verifiedAt = never.has(at) ? null : after(signedUpAt, chance.between(40, 540) * 1000)
    rows.account.push({
      id: accountId,
      email,
      emailKey: email,
      fullName: who.fullName,
      passwordHash: known.passwordHash,
      verifiedAt,
      createdAt: signedUpAt,
      passwordChangedAt: signedUpAt,
    })
    const words = verifyLetter({ pin: chance.digits(6), email, publicUrl: setting.publicUrl })
    setting.letters.push({
      kind: 'sign_up_pin',
      to: email,
      words,
      at: signedUpAt,
      expiresAt: after(signedUpAt, 10 * minute),
    })
    if (!verifiedAt) continue
    const cameAt = notToday(setting, after(verifiedAt, chance.between(1, 300) * minute))
    const hasProfile = chance.happens(0.78)
    addGuest({ setting, rows, portraits }, who, {
      accountId,
      applicantId: numbers('applicant'),
      email,
      fullName: who.fullName,
      cameAt,
      hasProfile,
    })
  }
  rows.applicant = rows.guests.map(({ applicantId, accountId, cameAt }) => ({
    id: applicantId,
    accountId,
    eventId: event.id,
    createdAt: cameAt,
  }))
  return rows
}

type Making = { setting: Setting; rows: Rows; portraits: readonly Buffer[] }

function addGuest({ setting, rows, portraits }: Making, who: Who, guest: Guest): void {
  rows.guests.push(guest)
  if (!guest.hasProfile) return
  const { chance } = setting
  const name = chance.hex(32)
  const photo = chance.oneOf(portraits)
  const photoKey = `photos/${name.slice(0, 2)}/${name.slice(2)}`
  const told = notToday(setting, after(guest.cameAt, chance.between(4, 40) * minute))
  rows.photos.set(photoKey, photo)
  rows.profile.push({
    applicantId: guest.applicantId,
    ...toldAbout(setting, who),
    photoKey,
    photoChangedAt: told,
    createdAt: told,
    updatedAt: told,
    photoSha256: createHash('sha256').update(photo).digest(),
  })
}

function toldAbout({ chance }: Setting, who: Who) {
  const participantType = chance.byWeight([
    { of: 'Others' as const, weight: 60 },
    { of: 'Student' as const, weight: 25 },
    { of: 'Nurse' as const, weight: 15 },
  ])
  const home = who.isForeigner
    ? { ...chance.oneOf(abroad), postCode: chance.digits(5) }
    : { country: 'Pakistan', ...chance.oneOf(cities) }
  const isDoctor = participantType === 'Others'
  return {
    name: Array.from(who.fullName.replace(/^(Dr|Prof\.|Ms|Mr) /, ''))
      .slice(0, 50)
      .join(''),
    fatherName: who.father,
    gender: who.gender,
    nationality: who.isForeigner ? ('Foreigner' as const) : ('Pakistani' as const),
    participantType,
    presenterType: chance.happens(0.45) ? ('Presenter' as const) : ('Attendee' as const),
    pmdcReg: isDoctor && !who.isForeigner ? `0${chance.digits(5)}-X` : '',
    designation: isDoctor
      ? chance.oneOf(designations)
      : participantType === 'Nurse'
        ? 'Staff Nurse'
        : 'Final-year student',
    institution: chance.oneOf(institutions),
    faculty: isDoctor ? 'Faculty of Medicine' : '',
    department: chance.oneOf(departments),
    address: `House ${chance.between(1, 400)}, ${chance.oneOf(streets)}`,
    country: home.country,
    city: home.city,
    postCode: home.postCode,
    // No network of any country gives out these.
    mobile: `0300000${chance.digits(4)}`,
    phone: '',
    fax: '',
    altEmail: '',
  }
}

/** Few at first, more each week, and a crowd after each reminder. */
function signUpTime(setting: Setting): Date {
  const days = Array.from({ length: openedDaysAgo }, (_, at) => at + 1)
  const daysAgo = setting.chance.byWeight(
    days.map((of) => ({
      of,
      weight: 1 + (openedDaysAgo - of) * 0.07 + ([17, 5].includes(of) ? 5 : [16, 4].includes(of) ? 2.5 : 0),
    })),
  )
  return notToday(setting, someTimeOn(setting, daysAgo))
}
