/** Two staff and one case, at the same moment; and the same without what keeps them apart. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inActOfSteps } from '#server/kernel/acts.ts'
import { makeTestApp } from '#server/testing/app.ts'
import { often } from '#server/testing/counts.ts'
import { type AnException, aWrongAmount, staffCaller } from '#server/testing/finance.ts'
import { allAtOnce, withoutVersions } from '#server/testing/races.ts'
import { booksOf, openShop } from '#server/testing/shop.ts'
import { staffWith } from '#server/testing/staff.ts'
import { resolveException } from './resolve.ts'

const resolve = '/payments/ExceptionResolve'
const note = 'Called her; she takes the seat of next week.'

async function anOffice() {
  const shop = await openShop()
  const app = await makeTestApp(shop.world)
  return { ...shop, app, finance: await staffCaller(app, shop.world, { role: 'finance' }) }
}

const rowOf = ({ id }: AnException) => sql`select from payment_exception where id = ${id} for update`
const statusesOf = (answers: { status: number }[]) => answers.map(({ status }) => status).toSorted((a, b) => a - b)

test('two staff close the same case at once: one wins, the other is told and sees the note of the first', async () => {
  for (let round = 0; round < often(5, 100); round += 1) {
    const { world, app, finance, eventId } = await anOffice()
    const other = await staffCaller(app, world, { role: 'owner' })
    const exception = await aWrongAmount({ world, eventId })
    const wish = { id: exception.id, version: 1, way: 'close' }
    const answers = await allAtOnce(world, rowOf(exception), [
      () => finance.post(resolve, { ...wish, note: 'Of finance' }),
      () => other.post(resolve, { ...wish, note: 'Of the owner' }),
    ])

    expect(statusesOf(answers)).toEqual([200, 409])
    const won = answers.find(({ status }) => status === 200)?.body.exception
    expect(answers.find(({ status }) => status === 409)?.body.stored).toEqual(won)
  }
})

test('control: without the version in its condition both win, and the note of the first is lost', async () => {
  const { world, finance, eventId } = await anOffice()
  const exception = await aWrongAmount({ world, eventId })
  const staff = await staffWith(world, finance.token)
  const actor = { kind: 'staff', accountId: staff.accountId } as const
  const close = (words: string) => () =>
    inActOfSteps(withoutVersions(world, 'resolved_at'), { actor, operation: 'ExceptionResolve' }, (world) =>
      resolveException(world, staff, { id: exception.id, version: 1, way: 'close', note: words }),
    )
  const answers = await allAtOnce(world, rowOf(exception), [close('Of finance'), close('Of the owner')])

  expect(answers).toHaveLength(2)
})

test('two staff give the same payment back at once: the bank is asked once, and one of them is told', async () => {
  for (let round = 0; round < often(5, 100); round += 1) {
    const shop = await openShop()
    let asked = 0
    const { gateway } = shop.world
    const world = {
      ...shop.world,
      gateway: {
        ...gateway,
        refund: (...what: Parameters<typeof gateway.refund>) => ((asked += 1), gateway.refund(...what)),
      },
    }
    const app = await makeTestApp(world)
    const exception = await aWrongAmount({ world, eventId: shop.eventId })
    const staff = [await staffCaller(app, world, { role: 'finance' }), await staffCaller(app, world, { role: 'owner' })]
    const wish = { id: exception.id, version: 1, way: 'refund', note }
    const answers = await allAtOnce(
      world,
      rowOf(exception),
      staff.map((each) => () => each.post(resolve, wish)),
    )

    expect(statusesOf(answers)).toEqual([200, 409])
    expect(asked).toBe(1)
    expect((await booksOf(world, exception.code))?.ledger).toEqual([249_900, 249_900])
  }
})
