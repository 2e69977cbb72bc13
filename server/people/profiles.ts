/** What participants tell about themselves. Whose profile it is comes from the session alone. */
import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { StatusOf } from '#contract/operation.ts'
import { type ProfileFieldName, photoField, profileFields, profileTexts } from '#contract/people/profile-fields.ts'
import type { ProfileCreate, ProfileValue } from '#contract/people/profiles.ts'
import type { Row } from '#server/database/tables.ts'
import type { Participant, Person } from '#server/kernel/callers.ts'
import { limits } from '#server/kernel/limits.ts'
import { lockApplicant } from '#server/kernel/participants.ts'
import { inTransaction, type World } from '#server/kernel/world.ts'
import type { NamedFile } from '#server/platform/files/check.ts'
import { newKey, type StoredFile } from '#server/platform/files/files.ts'
import type { WrongPicture } from '#server/platform/files/pictures.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { count } from '#server/platform/security/rate-limits.ts'

export type ProfileValues = { [Name in ProfileFieldName]: ProfileValue<Name> }
type NewProfile = { values: ProfileValues; picture: string | undefined }

/** Where each parameter of the specification is kept. */
const columns = {
  Name: 'name',
  FatherName: 'fatherName',
  Gender: 'gender',
  Nationality: 'nationality',
  PartcipantType: 'participantType',
  PresenterType: 'presenterType',
  PMDCReg: 'pmdcReg',
  Designation: 'designation',
  Institution: 'institution',
  Faculty: 'faculty',
  Department: 'department',
  Address: 'address',
  Country: 'country',
  City: 'city',
  PostCode: 'postCode',
  Mobile: 'mobile',
  Phone: 'phone',
  Fax: 'fax',
  AltEmail: 'altEmail',
} as const satisfies Record<ProfileFieldName, keyof Row<'profile'>>

type Told = Pick<Row<'profile'>, (typeof columns)[ProfileFieldName]>

const fieldNames = Object.keys(profileFields) as ProfileFieldName[]

const wrongPictures = {
  webp: profileTexts.photoWebp,
  'wrong kind': profileTexts.photoWrongKind,
  unreadable: profileTexts.photoUnreadable,
  'too many pixels': profileTexts.photoTooManyPixels,
  'too costly': profileTexts.photoUnreadable,
} as const satisfies Record<WrongPicture | 'too costly', string>

export async function profileExists(world: World, caller: Participant): Promise<boolean> {
  return (await rowOf(world, caller)) !== undefined
}

/** Creates the caller's profile, or changes it. */
export async function createProfile(
  world: World,
  caller: Participant,
  { values, picture }: NewProfile,
): Promise<StatusOf<typeof ProfileCreate>> {
  if (!picture) {
    const photo = (await profileExists(world, caller)) ? undefined : await copyOfEarlierPhoto(world, caller)
    await save(world, caller, { ...toldBy(values), photo })
    return 'Success'
  }
  await count(world, limits.pictureOfAccount, String(caller.accountId))
  const portrait = await world.costlyWork.ask(caller.accountId, 'portrait', picture)
  if (typeof portrait === 'string') return wrongPictures[portrait]
  const photo = await keepPhoto(world, portrait)
  // Should this fail, the new picture stays for the sweep: a commit whose answer was lost may have made it the one that counts.
  const before = await save(world, caller, { ...toldBy(values), photo })
  if (before) await world.files.remove(before)
  return 'Success'
}

type KeptPhoto = { photoKey: string; photoSha256: Buffer }

async function keepPhoto({ files }: World, bytes: Uint8Array): Promise<KeptPhoto> {
  const photoKey = newKey('photos')
  await files.put(photoKey, bytes)
  return { photoKey, photoSha256: createHash('sha256').update(bytes).digest() }
}

/** Whoever had a picture at an earlier event need not bring it again. Each profile has a file of its own: replacing one leaves the other. */
async function copyOfEarlierPhoto(world: World, caller: Person): Promise<KeptPhoto> {
  const earlier = await earlierOf(world, caller)
  const photo = earlier && (await world.files.get(earlier.photoKey))
  if (!photo) return refuse('bad_input', { sentence: `Please check ${photoField}: this field is required.` })
  return keepPhoto(world, await buffer(photo.bytes))
}

/** Gives the key of the picture that was replaced. */
async function save(
  world: World,
  caller: Participant,
  { photo, ...texts }: Told & { photo: KeptPhoto | undefined },
): Promise<string | undefined> {
  const { applicantId } = caller
  const now = world.now()
  return inTransaction(world, async (world) => {
    // Two forms sent at once take turns, so that each knows which picture it replaces.
    await lockApplicant(world, caller)
    const before = await world.db
      .selectFrom('profile')
      .select('photoKey')
      .where('applicantId', '=', applicantId)
      .executeTakeFirst()
    const change = { ...texts, updatedAt: now, ...(photo && { ...photo, photoChangedAt: now }) }
    if (before) {
      await world.db.updateTable('profile').set(change).where('applicantId', '=', applicantId).execute()
    } else if (photo) {
      const first = { ...texts, ...photo, photoChangedAt: now, updatedAt: now, createdAt: now }
      await world.db
        .insertInto('profile')
        .values({ applicantId, ...first })
        .execute()
    }
    return photo && before?.photoKey
  })
}

export async function profileOf(world: World, caller: Person) {
  const row = await rowOf(world, caller)
  const earlier = row ? undefined : await earlierOf(world, caller)
  const account = await world.db
    .selectFrom('account')
    .select(['email', 'fullName'])
    .where('id', '=', caller.accountId)
    .executeTakeFirstOrThrow()
  const ids = { ApplicantID: caller.at?.applicantId ?? 0, EventID: caller.at?.eventId ?? 0 }
  return {
    account,
    profile: row && { ...valuesOf(row), ...ids, ...timesOf(row) },
    earlier: earlier && {
      ...valuesOf(earlier),
      Event: earlier.eventName,
      PhotoChangedAt: earlier.photoChangedAt.toISOString(),
    },
  }
}

/** The caller's own picture, of an earlier event while there is none yet; there is no way to ask for anybody else's. */
export async function photoOf(world: World, caller: Person): Promise<StoredFile & { applicantId: number }> {
  // Between reading the row and opening the file, another device may have replaced the picture.
  for (let tries = 0; tries < 3; tries += 1) {
    const row = (await rowOf(world, caller)) ?? (await earlierOf(world, caller))
    if (!row) return refuse('not_found')
    const file = await world.files.get(row.photoKey)
    if (file) return { ...file, applicantId: row.applicantId }
  }
  throw new Error('the picture of a profile is missing')
}

/** Each picture of a profile; those of earlier versions have no sum. */
export async function photoFiles({ db }: Pick<World, 'db'>): Promise<NamedFile[]> {
  return db.selectFrom('profile').select(['photoKey as key', 'photoSha256 as sha256']).execute()
}

async function rowOf(world: World, { at }: Person): Promise<Row<'profile'> | undefined> {
  if (!at) return undefined
  return world.db.selectFrom('profile').selectAll().where('applicantId', '=', at.applicantId).executeTakeFirst()
}

/** What the person told at the event before this one: a new form begins with it. */
async function earlierOf(
  world: World,
  { accountId }: Person,
): Promise<(Row<'profile'> & { eventName: string }) | undefined> {
  return world.db
    .selectFrom('profile')
    .innerJoin('applicant', 'applicant.id', 'profile.applicantId')
    .innerJoin('event', 'event.id', 'applicant.eventId')
    .selectAll('profile')
    .select('event.name as eventName')
    .where('accountId', '=', accountId)
    .orderBy('profile.updatedAt', 'desc')
    .executeTakeFirst()
}

function toldBy(values: ProfileValues): Told {
  return Object.fromEntries(fieldNames.map((name) => [columns[name], values[name]])) as Told
}

function valuesOf(row: Row<'profile'>): ProfileValues {
  return Object.fromEntries(fieldNames.map((name) => [name, row[columns[name]]])) as ProfileValues
}

function timesOf({ photoChangedAt, createdAt, updatedAt }: Row<'profile'>) {
  return {
    PhotoChangedAt: photoChangedAt.toISOString(),
    CreatedAt: createdAt.toISOString(),
    UpdatedAt: updatedAt.toISOString(),
  }
}
