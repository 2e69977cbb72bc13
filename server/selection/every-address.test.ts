/** REV-019 to 021: whoever reviews is known as an author by their account and by every address of theirs, from the letter on. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { saved, statusOf } from '#server/testing/abstracts.ts'
import { staffCaller } from '#server/testing/finance.ts'
import { aPersonSignedIn } from '#server/testing/people.ts'
import { createProfile } from '#server/testing/profiles.ts'
import { aSubmittedAbstract, asStaff, fieldsOf, people, reviewBegins } from '#server/testing/selection.ts'
import { aTeam } from '#server/testing/team.ts'

test('by the account, the address of the letter, that of the account, an older one and the one in the profile', async () => {
  const team = await aTeam()
  const { world, app, eventId, owner } = team
  const { radiology } = await fieldsOf(team)
  const { token, email, accountId } = await aPersonSignedIn(world)
  await createProfile(app, token, { AltEmail: 'Second@Example.org' })
  await asStaff(world, ({ db }) =>
    db.insertInto('accountAlias').values({ emailKey: 'older@example.org', accountId }).execute(),
  )
  await owner.post('/staff/ReviewersInvite', { eventId, ...people('invited@example.org') })
  const letter = world.db.selectFrom('mail').select('bodyText').where('recipient', '=', 'invited@example.org')
  const link = /#([\w-]{43})$/m.exec((await letter.executeTakeFirstOrThrow()).bodyText)?.[1]
  const offer = { quota: 9, first: [radiology], second: [], institution: '', department: '' }
  const headers = { host: 'localhost', authorization: `Bearer ${token}` }
  const payload = { link, answer: 'yes', offer }
  const answer = await app.inject({ method: 'POST', url: '/api/InvitationAnswer', headers, payload })
  expect(answer.json()).toMatchObject({ status: 'Success' })
  const { id: reviewerId } = await world.db.selectFrom('reviewer').select('id').executeTakeFirstOrThrow()

  const own = await saved(app, { token })
  await statusOf(app, 'SubmitAbstract', { token, pk: own })
  const named = [
    'invited@example.org',
    email.toLowerCase(),
    'older@example.org',
    'second@example.org',
    'stranger@example.org',
  ]
  const ids: number[] = [own]
  for (const emailKey of named) {
    const { pk } = await aSubmittedAbstract(team)
    const row = { abstractId: pk, position: 1, name: 'Somebody', email: emailKey, emailKey, presents: true }
    await asStaff(world, ({ db }) => db.insertInto('abstractAuthor').values(row).execute())
    ids.push(pk)
  }
  await reviewBegins(world, eventId)
  const { rows } = await sql<{ kinds: string[] }>`
    select array(select kind || ' ' || strength from conflict where abstract_id = abstract.id and kind in ('self', 'coauthor') order by kind) as kinds
    from abstract where id = any (${ids}) order by id`.execute(world.db)
  const coauthor = ['coauthor hard']
  expect(rows.map(({ kinds }) => kinds)).toEqual([['self hard'], coauthor, coauthor, coauthor, coauthor, []])

  // The database knows it without what the rules have found.
  await asStaff(world, ({ db }) => db.deleteFrom('conflict').execute())
  const given = { reviewerId, alias: 1, assignedAt: world.now(), changedAt: world.now() }
  const refused: boolean[] = []
  for (const abstractId of ids)
    refused.push(
      await asStaff(world, ({ db }) =>
        db
          .insertInto('assignment')
          .values({ ...given, abstractId })
          .execute(),
      ).then(
        () => false,
        (error: unknown) => String(error).includes('may not have abstract'),
      ),
    )
  expect(refused).toEqual([true, true, true, true, true, false])
})

test('a chair who is named by the address that they had before sees number and title', async () => {
  const team = await aTeam()
  const { world, app, eventId } = team
  const chair = await staffCaller(app, world, { role: 'chair', eventId })
  const { pk } = await aSubmittedAbstract(team)
  const was = 'before@example.org'
  const row = { abstractId: pk, position: 1, name: 'The chair', email: was, emailKey: was, presents: true }
  await asStaff(world, ({ db }) => db.insertInto('abstractAuthor').values(row).execute())
  await reviewBegins(world, eventId)
  const shown = async () => (await chair.get('/staff/AbstractShow', { eventId, number: 1 })).body.hasConflict
  expect(await shown()).not.toBe(true)
  await sql`
    insert into email_change (account_id, new_email, new_email_key, asked_at, old_email, old_email_key, changed_at, undo_hash, undo_until)
    select id, email, email_key, ${world.now()}, ${was}, ${was}, ${world.now()}, sha256('x'), ${world.now()}::timestamptz + interval '1 day'
    from account where id = ${chair.accountId}`.execute(world.db)
  expect(await shown()).toBe(true)
})
