import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { brokenRules } from './check-house.ts'

function houseWith(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'house-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const area of ['contract', 'server', 'web']) mkdirSync(join(root, area))
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  return root
}

test('a sound house has no complaint', () => {
  const root = houseWith({
    'contract/booking/orders.ts': "import { z } from 'zod'",
    'server/booking/checkout.ts': "db.insertInto('orderItem')",
    'server/events/workshops.ts':
      "import { checkOut } from '#server/booking/checkout.ts'\nimport { isOpen } from './rules.ts'",
    'server/events/rules.ts': "import type { Row } from '#server/database/tables.ts'",
    'web/booking/Cart.tsx': "import { Field } from '#web/ui/Field.tsx'",
    'web/platform/call.ts': "/** As an applicant asks. */\nconst door = 'https://x' // for abstracts",
    'web/platform/call.test.ts': "import { Login } from '#contract/accounts/accounts.ts'",
  })

  expect(brokenRules(root)).toEqual([])
})

test('the reviewers\u2019 side reads what is blind, writes its own, and asks the two files that are for it', () => {
  const root = houseWith({
    'server/reviews/inbox.ts':
      "import { changeOffer } from '#server/selection/reviewers/offers.ts'\nblind.selectFrom('myAbstract')\nworld.db.updateTable('review')",
    'server/reviews/save.ts':
      "import type { Reviewer } from '#server/kernel/callers.ts'\nsql`select set_config('colloquium.reviewer', ${id}, true)`",
    'server/selection/reviewers/offers.ts': "db.selectFrom('abstract')",
  })

  expect(brokenRules(root)).toEqual([])
})

/** REV-005. */
test.each([
  ["import { abstractOf } from '#server/abstracts/list.ts'", 'reviewers learn nothing from it'],
  ["import { findAccount } from '#server/accounts/account.ts'", 'reviewers learn nothing from it'],
  ["import { profileOf } from '#server/people/profiles.ts'", 'reviewers learn nothing from it'],
  ["import { listConflicts } from '#server/selection/conflicts/conflicts.ts'", 'reviewers learn nothing from it'],
  ["import type { Row } from '#server/database/tables.ts'", 'reviewers learn nothing from it'],
  ["world.db.selectFrom('abstractVersion')", 'reads abstractVersion'],
  ["world.db.selectFrom('review').innerJoin('account', 'account.id', 'by')", 'reads account'],
  ["world.db.selectFrom(['review', 'profile'])", 'reads profile'],
  ['sql`select title from abstract_version`', 'writes SQL that reads'],
  ['sql`update assignment set state = 1`', 'writes assignment, which belongs to selection'],
  ["world.db.updateTable('redaction')", 'writes redaction, which belongs to selection'],
])('REV-005: planted among what reviewers ask: %s', (line, problem) => {
  expect(brokenRules(houseWith({ 'server/reviews/inbox.ts': line })).join('\n')).toContain(problem)
})

test.each([
  ['contract/booking/orders.ts', "import fastify from 'fastify'", 'the contract may import only zod'],
  [
    'contract/booking/orders.ts',
    "import { x } from '#server/booking/checkout.ts'",
    'contract may not import server verb',
  ],
  [
    'server/booking/rules.ts',
    "import { db } from '#server/platform/database/database.ts'",
    'server rules may not import server platform',
  ],
  ['server/booking/checkout.ts', "import { isOpen } from '#server/events/rules.ts'", 'only through its verbs'],
  ['server/booking/checkout.ts', "import { x } from '#server/events/routes.ts'", 'may not import server routes'],
  ['server/booking/checkout.ts', "import { useState } from 'react'", 'the server does not know the browser'],
  [
    'web/booking/useOrders.ts',
    'useEffect(() => {\n  let isStale = false\n  void ask().then((found) => !isStale && take(found))\n  return () => {\n    isStale = true\n  }\n}, [])',
    'a screen reads with useQuery',
  ],
  [
    'web/booking/useOrders.ts',
    'let isHere = true\nvoid look()\nreturn () => {\n  isHere = false\n}',
    'a screen reads with useQuery',
  ],
  [
    'web/booking/useOrders.ts',
    'useEffect(() => {\n  if (event) void call(orderCalls.Purchases, {}).then(take)\n}, [event])',
    'the server is asked by useQuery or by what somebody did',
  ],
  [
    'web/booking/useOrders.ts',
    'useEffect(() => {\n  if (event) void askTwice(call, orderCalls.Purchases, {}).then(take)\n}, [event])',
    'the server is asked by useQuery or by what somebody did',
  ],
  [
    'web/booking/useOrders.ts',
    'useEffect(() => {\n  if (event) void lookUp(countries).then(take)\n}, [event])',
    'the server is asked by useQuery or by what somebody did',
  ],
  [
    'web/booking/useOrders.ts',
    "document.addEventListener('visibilitychange', look)",
    'useQuery looks again when somebody comes back',
  ],
  ['web/booking/useOrders.ts', "import { useQuery } from '@tanstack/react-query'", 'ask through web/platform/query'],
  ['server/booking/checkout.ts', 'const now = Date.now()', 'Date.now( belongs to the platform'],
  ['server/booking/checkout.ts', "const reply = await fetch('http://bank')", 'fetch( belongs to the platform'],
  ['server/booking/checkout.ts', "db.updateTable('workshop')", 'writes workshop, which belongs to events'],
  [
    'server/booking/checkout.ts',
    'sql`delete from payment_attempt`',
    'writes payment_attempt, which belongs to payments',
  ],
  ['server/database/tables/badges.ts', 'export type BadgesTables = {\n  badge: {\n', 'the table badge has no owner'],
  [
    'server/database/migrations/0099-planted.sql',
    'create function pay() returns trigger as $$ begin update orders set total = 0; end $$;',
    'the function pay writes orders',
  ],
  [
    'server/platform/http/http.ts',
    'const seats = 3',
    'seat belongs to a domain; the platform knows nothing of conferences',
  ],
  [
    'server/platform/http/http.ts',
    "import type { Abstract } from '#contract/abstracts/rules.ts'",
    'the platform knows nothing of conferences',
  ],
  ['server/orders/checkout.ts', '', 'server has no folder of this name'],
  ['server/booking/helpers.ts', '', 'named neither by a verb nor by a noun'],
  ['server/platform/tricks/fast.ts', '', 'the platform has no room of this name'],
  ['web/booking/utils.ts', '', 'a web domain has no such file'],
  ['web/platform/call.ts', 'const who = { ApplicantID: 7 }', 'Applicant belongs to a domain'],
  ['web/platform/draft.ts', 'const text = `your abstracts`', 'abstract belongs to a domain'],
  [
    'web/platform/uploads/pieces.ts',
    "import { x } from '#contract/abstracts/rules.ts'",
    '#contract/abstracts/ belongs',
  ],
  ['web/ui/Button.tsx', "import { Cart } from '#web/booking/Cart.tsx'", 'web ui may not import web domain'],
  [
    'web/booking/Cart.tsx',
    "import { seats } from '#server/events/workshops.ts'",
    'web domain may not import server verb',
  ],
  ['server/booking/checkout.ts', '\n'.repeat(401), 'more than 400'],
])('%s with %j is noticed', (file, text, complaint) => {
  expect(brokenRules(houseWith({ [file]: text })).join('\n')).toContain(complaint)
})

test.each([
  [
    'async function lockSeat({ db }: World) {\n  return db.selectFrom("seat").forNoKeyUpdate().execute()\n}',
    'lockSeat',
  ],
  ['const lockSeat = ({ db }: Pick<World, "db">) =>\n  db.selectFrom("seat").forShare()', 'lockSeat'],
  [
    'async function hold(world: World, work: (world: Transaction) => Promise<void>) {\n  await sql`select id from seat for update`\n}',
    'hold',
  ],
  [
    'export async function hold(\n  world: World,\n) {\n  await inTransaction(world, work)\n  await sql`select pg_advisory_xact_lock(1)`\n}',
    'hold',
  ],
  ['async function hold({ db }: World) {\n  await sql`select lock_owners()`.execute(db)\n}', 'hold'],
])('a lock without a transaction is noticed: %s', (text, name) => {
  expect(brokenRules(houseWith({ 'server/booking/hold.ts': text }))).toEqual([
    `server/booking/hold.ts: ${name} locks rows and does not ask for a Transaction`,
  ])
})

test.each([
  'async function lockSeat({ db }: Transaction) {\n  return db.selectFrom("seat").forUpdate().execute()\n}',
  'async function hold(\n  world: Acting<Reading>,\n) {\n  await sql`select id from seat for no key update`\n}',
  'async function hold(world: World) {\n  await inTransaction(world, (world) => seat(world).forUpdate().execute())\n}',
  '/** Waits for update. */\nasync function hold(world: World) {}',
])('a lock inside a transaction is none of its business: %s', (text) => {
  expect(brokenRules(houseWith({ 'server/booking/hold.ts': text }))).toEqual([])
})

test.each(["if (op.path.startsWith('/payments/')) wait()", 'const isStaff = /^\\/staff\\//.test(url)'])(
  'behaviour that follows from an address is noticed: %s',
  (text) => {
    for (const file of ['server/platform/http/admission.ts', 'web/console/call.ts'])
      expect(brokenRules(houseWith({ [file]: text }))).toEqual([
        `${file}: an address decides what is done; declare it on the head of the call`,
      ])
  },
)

test('the path of a field is no address', () => {
  expect(brokenRules(houseWith({ 'web/console/call.ts': 'if (path.startsWith(`people.${at}`)) tell(path)' }))).toEqual(
    [],
  )
})

test.each([
  [
    'server/booking/seats.ts',
    "import { endOffline } from '#server/payments/desk/offline-end.ts'",
    'booking comes before payments',
  ],
  [
    'server/kernel/participants.ts',
    "import type { Detail } from '#server/events/event-detail.ts'",
    'kernel comes before events',
  ],
  ['server/exports/lists.ts', "import { overview } from '#server/reports/overview.ts'", 'exports comes before reports'],
])('planted against the order of domains: %s', (file, line, problem) => {
  const root = houseWith({ [file]: line })

  expect(brokenRules(root).join('\n')).toContain(`${problem} (scripts/house/order.ts)`)
})

test.each([
  "db.selectFrom('abstract').select('title')",
  "db.selectFrom('orders').innerJoin('abstract', 'abstract.id', 'orders.id')",
  'sql`select title from abstract where id = 1`',
])('planted: booking reads a table of abstracts by %s', (line) => {
  expect(brokenRules(houseWith({ 'server/booking/checkout.ts': line }))).toEqual([
    'server/booking/checkout.ts: reads abstract of abstracts: ask a verb of its owner, or list it in scripts/house/reads.ts',
  ])
  expect(brokenRules(houseWith({ 'server/booking/order-list.ts': line }))).toEqual([])
})

test('a domain has one level of folders, and no more', () => {
  const files = { 'server/selection/redaction/names/spelling.ts': '', 'server/selection/redaction/redact.ts': '' }

  expect(brokenRules(houseWith(files))).toEqual([
    'server/selection/redaction/names/spelling.ts: a domain has at most one level of folders inside',
  ])
})

test('two files that import each other are noticed', () => {
  const root = houseWith({
    'server/booking/checkout.ts': "import { seats } from '#server/events/workshops.ts'",
    'server/events/workshops.ts': "import { orders } from '#server/booking/checkout.ts'",
  })

  expect(brokenRules(root).join()).toContain(
    'server/booking/checkout.ts, server/events/workshops.ts: these files import each other in a circle',
  )
})

test('a word that means one thing is noticed in the name of another, and not where it belongs', () => {
  const glossary =
    '## Words with one meaning\n\n| word | meaning | where |\n|---|---|---|\n| `piece` | part of an upload | `server/abstracts`, `server/kernel/limits.ts` |\n\n## Words we do not use\n'
  const broken = (file: string, text: string) => brokenRules(houseWith({ 'docs/glossary.md': glossary, [file]: text }))

  expect(broken('server/mail/mailings.ts', 'const firstPieces = 3')).toEqual([
    'server/mail/mailings.ts: "piece" is part of an upload; another thing has another name',
  ])
  expect(broken('web/mail/Letter.tsx', 'const Letter = () => <p>A piece of it</p>')).toEqual([])
  expect(broken('server/abstracts/uploads.ts', 'const firstPiece = 3')).toEqual([])
  expect(broken('server/mail/mailings.test.ts', 'const firstPiece = 3')).toEqual([])
})

test('a banned word is noticed in the name of a thing, and not in a text', () => {
  const glossary = '## Words we do not use\n\n| word | in its place |\n|---|---|\n| `patience` | timeout |\n'
  const broken = (text: string) =>
    brokenRules(houseWith({ 'docs/glossary.md': glossary, 'server/booking/checkout.ts': text }))

  expect(broken('const uploadPatience = 3')).toEqual([
    'server/booking/checkout.ts: "patience" is not a word of ours: timeout',
  ])
  expect(broken("const words = 'Patience, please' // patience")).toEqual([])
})

test.each([
  ["sql`select from mail where about = 'order ' || orders.id || ' paid'`", 'server/booking/paid.ts'],
  ['sql`where mail.about like any (${texts}::text[])`', 'server/selection/seen.ts'],
  ["db.selectFrom('mail').where('about', 'in', texts)", 'server/booking/receipts.test.ts'],
  ['sql`select split_part(about, 1) from mail`', 'server/mail/list.ts'],
  ['sql`insert into mail (recipient, about) values (1)`', 'bench/filled.ts'],
  ["sql`where mail.kind like 'order%'`", 'server/booking/letters.ts'],
])('planted: an email that is found by a text: %s', (line, file) => {
  expect(brokenRules(houseWith({ [file]: line })).join('\n')).toContain(`${file}: `)
  expect(brokenRules(houseWith({ [file]: line })).join('\n')).toContain('compares an email by text')
})
