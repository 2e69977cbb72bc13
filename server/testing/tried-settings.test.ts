/** Settings that cannot work, each with the start that would otherwise accept it. */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { expect, onTestFinished, test } from 'vitest'
import { makeDatabase } from './database.ts'
import { openMailServer } from './mail-server.ts'
import { freePort } from './ports.ts'
import { kill } from './power-cut.ts'
import { aFolder, ask, opened, root, start } from './process.ts'

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://cpd.example.edu',
  TRUSTED_PROXIES: '127.0.0.1',
  ALLOW_UNSAFE: 'sandbox-payments,no-mail,no-captcha',
}

async function endOf(env: Record<string, string>) {
  const { url } = await makeDatabase()
  const { output, ended } = start({
    program: 'server/main.ts',
    dataFolder: aFolder(),
    port: await freePort(),
    env: { ...production, DATABASE_URL: url, ...env },
  })
  return { code: await ended, output: output() }
}

/** The database of an address, another name in it. */
function changed(url: string, change: (address: URL) => void): string {
  const address = new URL(url)
  change(address)
  return address.href
}

test('a setting that does not work ends the start with a sentence that names it, and no stack', async () => {
  const { url } = await makeDatabase()
  const recipient = await identityToRecipient(await generateIdentity())
  // A single character that is wrong, as when a key is typed.
  const mistyped = recipient.slice(0, -1) + (recipient.endsWith('q') ? 'p' : 'q')
  const aFile = join(aFolder(), 'file')
  writeFileSync(aFile, '')
  const cases: [Record<string, string>, number, string][] = [
    [{ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'CPD Department' }, 78, 'MAIL_FROM must have an address'],
    [{ SMTP_URL: 'smtp://127.0.0.1:9' }, 78, 'MAIL_FROM is needed in production'],
    [{ TRUSTED_PROXIES: '' }, 78, 'TRUSTED_PROXIES is needed because PUBLIC_URL begins with https'],
    [{ FILES_URL: join(aFile, 'uploads') }, 78, 'FILES_URL'],
    [{ BACKUP_TO: aFolder() }, 78, 'BACKUP_RECIPIENTS is needed because BACKUP_TO is set'],
    [{ BACKUP_RECIPIENTS: mistyped }, 78, `BACKUP_RECIPIENTS has ${mistyped}, which is no public key of age`],
    [{ DATABASE_URL: changed(url, (to) => (to.pathname = '/nowhere')) }, 78, 'database "nowhere" does not exist.'],
    [
      { DATABASE_URL: 'postgres://portal:secret@127.0.0.1:9/cpd' },
      1,
      'DATABASE_URL does not work (user portal at 127.0.0.1:9, database cpd): connect ECONNREFUSED',
    ],
  ]
  for (const [env, code, sentence] of cases) {
    const end = await endOf(env)
    expect(end).toEqual({ code, output: expect.stringContaining(sentence) })
    expect(end.output).not.toMatch(/^ {4}at |secret/m)
  }
})

test('a user of the database who may make no tables in it is refused by the name of the setting', async () => {
  const { url } = await makeDatabase()
  const name = `guest_${randomBytes(4).toString('hex')}`
  await ask(url, `create role ${name}`)
  onTestFinished(() => void ask(url, `drop role ${name}`))
  const end = await endOf({ DATABASE_URL: changed(url, (to) => to.searchParams.set('options', `-c role=${name}`)) })
  expect(end).toEqual({
    code: 78,
    output: expect.stringContaining('DATABASE_URL does not work: its user may not make tables in this database'),
  })
})

test('a backup folder that is away lets the portal open; the log and the doctor name the setting, and a good one keeps no trial', async () => {
  const { url } = await makeDatabase()
  const dataFolder = aFolder()
  const recipient = await identityToRecipient(await generateIdentity())
  const away = join(aFolder(), 'not-mounted')
  const env = { ...production, DATABASE_URL: url, BACKUP_RECIPIENTS: recipient }
  const server = start({
    program: 'server/main.ts',
    dataFolder,
    port: await freePort(),
    env: { ...env, BACKUP_TO: away },
  })
  await opened(server)
  const sentence = `BACKUP_TO does not work: there is no folder ${away}. Make it, or mount its disk.`
  expect(server.output()).toContain(sentence)
  expect(await ask(url, 'select kind, failure from backup_run')).toEqual([{ kind: 'backup', failure: sentence }])
  kill(server.pid, 'SIGTERM')
  await server.ended

  const there = aFolder()
  const doctor = (to: string) =>
    promisify(execFile)(process.execPath, ['scripts/doctor.ts'], {
      cwd: root,
      env: { ...process.env, ...env, DATA_DIR: dataFolder, BACKUP_TO: to },
    }).then(
      ({ stdout }) => stdout,
      ({ stderr }: { stderr: string }) => stderr,
    )
  expect(await doctor(away)).toContain(sentence)
  expect(await doctor(there)).not.toMatch(/^BACKUP_TO does not work/m)
  expect(readdirSync(there)).toEqual([])
  if (process.getuid?.() === 0) return
  chmodSync(there, 0o500)
  expect(await doctor(there)).toContain(`BACKUP_TO does not work: in ${there} a file could not be written`)
})

test('the doctor sends a test email, or says what the mail server answered', async () => {
  const { url } = await makeDatabase()
  const env = { ...process.env, DATABASE_URL: url, DATA_DIR: aFolder(), MAIL_FROM: 'CPD <cpd@example.edu>' }
  const doctor = (more: Record<string, string>, to = 'nadia@college.example') =>
    promisify(execFile)(process.execPath, ['scripts/doctor.ts', '--mail', to], {
      cwd: root,
      env: { ...env, ...more },
    }).then(
      ({ stdout }) => stdout,
      ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
    )
  const mail = await openMailServer()
  onTestFinished(() => mail.close())
  expect(await doctor({ SMTP_URL: mail.url })).toContain('A test email to nadia@college.example was accepted')
  const [email] = await mail.letters()
  expect([email?.from?.address, email?.to?.[0]?.address, email?.subject]).toEqual([
    'cpd@example.edu',
    'nadia@college.example',
    'Test email from localhost',
  ])

  const strict = await openMailServer({ refuses: { at: 'sender', code: 553, text: 'sender not owned by user' } })
  onTestFinished(() => strict.close())
  expect(await doctor({ SMTP_URL: strict.url })).toMatch(/SMTP_URL, with the sender of MAIL_FROM: .*sender not owned/)
  expect(await doctor({})).toContain('SMTP_URL is not set: no email goes out.')
  expect(await doctor({ SMTP_URL: mail.url }, 'nobody')).toContain('Say to whom')
})
