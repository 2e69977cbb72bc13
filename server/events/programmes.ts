/** The programmes of the college: shown on the programme pages, and looked after by staff. */
import type { ProgrammeList, ProgrammeRetire, ProgrammeSave } from '#contract/events/console-parts.ts'
import type { Programme } from '#contract/events/site.ts'
import type { ParsedInputOf, ReplyOf } from '#contract/operation.ts'
import { changeRow } from '#server/kernel/versions.ts'
import type { Acting, World } from '#server/kernel/world.ts'
import { readSample } from '#server/pages/files.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { ProgrammesFile } from './event-file.ts'

export async function listProgrammes(world: World): Promise<Programme[]> {
  return world.db
    .selectFrom('programme')
    .select(['id', 'name', 'courseCoordinator', 'registrationFee', 'endDate', 'image', 'description'])
    .where('retiredAt', 'is', null)
    .orderBy('endDate')
    .orderBy('id')
    .execute()
}

let sampleNames: Set<string> | undefined

/** Those that visitors see and that came with the sample, by name and coordinator. */
export async function sampleProgrammes({ db }: Pick<World, 'db'>) {
  const keyOf = (each: { name: string; courseCoordinator: string }) =>
    JSON.stringify([each.name, each.courseCoordinator])
  sampleNames ??= new Set(ProgrammesFile.parse(readSample('first-programmes')).programmes.map(keyOf))
  const rows = await db
    .selectFrom('programme')
    .select(['id', 'version', 'name', 'courseCoordinator'])
    .where('retiredAt', 'is', null)
    .orderBy('id')
    .execute()
  return rows.filter((row) => sampleNames?.has(keyOf(row))).map(({ id, version, name }) => ({ id, version, name }))
}

type Edited = ReplyOf<typeof ProgrammeList>['programmes'][number]

/** All of them, also those that are no longer shown; the one that ends last first. */
export async function programmesForStaff(world: World): Promise<Edited[]> {
  const rows = await forStaff(world).orderBy('endDate', 'desc').orderBy('id', 'desc').execute()
  return rows.map(edited)
}

function forStaff({ db }: World) {
  return db
    .selectFrom('programme')
    .select(['id', 'version', 'retiredAt', 'name', 'courseCoordinator', 'registrationFee'])
    .select(['endDate', 'image', 'description'])
}

function edited({ retiredAt, ...programme }: Omit<Edited, 'isRetired'> & { retiredAt: Date | null }): Edited {
  return { ...programme, isRetired: retiredAt !== null }
}

async function one(world: World, id: number): Promise<Edited> {
  const found = await forStaff(world).where('id', '=', id).executeTakeFirst()
  return found ? edited(found) : refuse('not_found')
}

export async function saveProgramme(
  world: Acting,
  { id, version = 0, actKey: _key, ...fields }: ParsedInputOf<typeof ProgrammeSave>,
): Promise<{ programme: Edited }> {
  if (id === undefined) {
    const made = await world.db.insertInto('programme').values(fields).returning('id').executeTakeFirstOrThrow()
    return { programme: await one(world, made.id) }
  }
  if (!(await changeRow(world, 'programme', { id, version, ...fields })))
    return refuse('conflict', { stored: await one(world, id) })
  return { programme: await one(world, id) }
}

/** No longer on the pages, or there again. */
export async function retireProgramme(
  world: Acting,
  { id, version, retired }: ParsedInputOf<typeof ProgrammeRetire>,
): Promise<{ programme: Edited }> {
  if (!(await changeRow(world, 'programme', { id, version, retiredAt: retired ? world.now() : null })))
    return refuse('conflict', { stored: await one(world, id) })
  return { programme: await one(world, id) }
}
