/** The worst week, played through with real processes: a backup while people register and pay, then another machine. */
import { execFile } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { expect, test } from 'vitest'
import { openEmbeddedPostgres } from '#server/platform/postgres/embedded-postgres.ts'
import { prepareHome } from '#server/platform/postgres/home.ts'
import { folderSums, sumsOf } from './backups.ts'
import { often } from './counts.ts'
import { ownPostgres } from './own-postgres.ts'
import { photo } from './pictures.ts'
import { freePort } from './ports.ts'
import { kill } from './power-cut.ts'
import { aFolder, ask, aUsedFolder, opened, root, start, tell } from './process.ts'
import { formOf, someValues } from './profiles.ts'
import { brokenIn, buy, firstRow, password, send, shoppersIn } from './shoppers.ts'

const people = often(16, 120)

/** A command of the project, on a machine with nothing but Node. */
async function command(script: string, words: string[], env: Record<string, string>): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [`scripts/${script}.ts`, ...words], {
    cwd: root,
    env: {
      HOME: aFolder(),
      NODE_ENV: 'development',
      PATH: dirname(process.execPath),
      LOG_LEVEL: 'warn',
      DEMONSTRATION: 'small',
      ...env,
    },
  })
  return stdout
}

async function withPicture(address: string, token: string): Promise<void> {
  const { type, body } = await formOf(someValues, { bytes: await photo(), name: 'me.jpg' })
  const headers = { authorization: `Bearer ${token}`, 'content-type': type }
  const reply = await fetch(`${address}/api/ProfileCreate`, { method: 'POST', headers, body: new Uint8Array(body) })
  expect(firstRow((await reply.json()) as Record<string, unknown>).Status).toBe('Success')
}

/** What a restore writes has the time at which it was done. */
function withoutTimes({
  act: _act,
  act_change: _change,
  mail: _mail,
  backup_run: _run,
  ...sums
}: Record<string, string>) {
  return sums
}

async function unchangedIn(dataFolder: string) {
  const { url, leave } = await openEmbeddedPostgres(join(dataFolder, 'postgres'))
  return withoutTimes(await sumsOf(url).finally(leave))
}

test.runIf(process.env.TEST_LONG)(
  'OPS-001: a backup under load comes back on an empty folder and on an own PostgreSQL, sound, with old passwords and receipts and without old PINs (needs npm run test:long)',
  async () => {
    const dataFolder = await aUsedFolder()
    const portal = start({ program: 'server/main.ts', dataFolder, port: await freePort() })
    await opened(portal)
    const { url } = await prepareHome(join(dataFolder, 'postgres'))
    const shoppers = await shoppersIn(url, people)
    const [workshop] = await ask<{ id: number }>(url, 'update workshop set seats = 500 where price > 0 returning id')
    const workshopIDs = String(workshop?.id)
    await buy(portal, { token: shoppers[0]?.token ?? '', workshopIDs })
    const hina = { DeviceID: 'd', UserID: 'hina@example.org', Fullname: 'Hina', Password: password }
    expect(firstRow((await send(portal.address, '/api/EventRegister', hina)).body).Status).toBe('Success')

    await withPicture(portal.address, shoppers[0]?.token ?? '')
    const load = Promise.all(
      shoppers.slice(1).map(async ({ token }, at) => {
        await pause(at * 150)
        await send(portal.address, '/api/EventRegister', { ...hina, UserID: `new${at}@example.org` })
        await buy(portal, { token, workshopIDs })
      }),
    )
    const identity = await generateIdentity()
    const [folder, key] = [aFolder(), join(aFolder(), 'key.txt')]
    writeFileSync(key, `${identity}\n`)
    const recipients = { BACKUP_RECIPIENTS: await identityToRecipient(identity) }
    // Once people are at it.
    await pause(300)
    const made = await command('backup', [folder], { DATA_DIR: dataFolder, ...recipients })
    await load
    tell(made.trim())
    const name = readdirSync(folder).find((each) => each.endsWith('.age')) as string
    const [letter] = await ask<{ text: string }>(
      url,
      `select body_text as text from mail where recipient = 'hina@example.org'`,
    )
    kill(portal.pid, 'SIGTERM')
    await portal.ended

    const empty = aFolder()
    tell(
      (await command('restore', [join(folder, name), '--identity', key], { DATA_DIR: empty }))
        .split('\n')
        .slice(0, 2)
        .join(' '),
    )
    const ofFolder = await unchangedIn(empty)
    expect(folderSums(join(empty, 'files'))).toEqual(folderSums(join(dataFolder, 'files')))
    expect(readdirSync(join(empty, 'files/photos'))).toHaveLength(1)
    const again = start({ program: 'server/main.ts', dataFolder: empty, port: await freePort() })
    await opened(again)
    const there = (await prepareHome(join(empty, 'postgres'))).url
    const email = shoppers[0]?.email ?? ''
    const { Column1: token = '' } = firstRow(
      (await send(again.address, '/api/Login', { UserID: email, Password: password })).body,
    )
    const [order] = await ask<{ code: string }>(
      there,
      `select payment_code as code from orders where state = 'paid' order by id limit 1`,
    )
    const receipt = await fetch(`${again.address}/api/Receipt?PaymentCode=${order?.code}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect([receipt.status, firstRow((await receipt.json()) as Record<string, unknown>)]).toMatchObject([
      200,
      { PaymentCode: order?.code },
    ])
    expect((await send(again.address, '/api/ProfileExists', { token: shoppers[0]?.token ?? '' })).status).toBe(401)
    const OTP = /^ {4}(\d{6})$/m.exec(letter?.text ?? '')?.[1] ?? ''
    expect(OTP).not.toBe('')
    const answer = await send(again.address, '/api/EventEmailVerify', { UserID: hina.UserID, OTP, DeviceID: 'd' })
    expect(firstRow(answer.body).Status).not.toBe('Success')
    expect(await brokenIn(there)).toEqual([])
    kill(again.pid, 'SIGTERM')
    await again.ended

    // The same file on a PostgreSQL of the college's own, whose role may make no database.
    const own = await ownPostgres()
    await ask(own.url, 'create role college login')
    await ask(own.url, 'create database college owner college')
    const college = own.url.replace(/\/\/\w+@/, '//college@').replace('/postgres?', '/college?')
    tell(
      (
        await command('restore', [join(folder, name), '--identity', key], {
          DATA_DIR: aFolder(),
          DATABASE_URL: college,
        })
      ).split('\n')[0] ?? '',
    )
    expect(await brokenIn(college)).toEqual([])
    expect(withoutTimes(await sumsOf(college))).toEqual(ofFolder)
  },
)
