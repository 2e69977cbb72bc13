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
    'contract/orders.ts': "import { z } from 'zod'",
    'server/orders/service.ts': "import { seats } from '#server/workshops/service.ts'",
    'server/workshops/service.ts': "import { canBook } from './rules.ts'",
    'server/workshops/rules.ts': "import type { Row } from '#server/tables.ts'",
    'web/orders/Cart.tsx': "import { Field } from '#web/ui/Field.tsx'",
  })

  expect(brokenRules(root)).toEqual([])
})

test.each([
  ['contract/orders.ts', "import fastify from 'fastify'", 'the contract may import only zod'],
  ['contract/orders.ts', "import { x } from '#server/orders/service.ts'", 'contract may not import server service'],
  [
    'server/orders/rules.ts',
    "import { db } from '#server/platform/database.ts'",
    'server rules may not import server platform',
  ],
  ['server/orders/service.ts', "import { canBook } from '#server/workshops/rules.ts'", 'only through its service'],
  ['server/orders/service.ts', "import { useState } from 'react'", 'the server does not know the browser'],
  ['server/orders/service.ts', 'const now = Date.now()', 'Date.now( belongs to the platform'],
  ['server/orders/service.ts', "const reply = await fetch('http://bank')", 'fetch( belongs to the platform'],
  ['server/orders/helpers.ts', '', 'a server feature has no file of this name'],
  ['web/orders/utils.ts', '', 'a web feature has no file of this name'],
  ['web/ui/Button.tsx', "import { Cart } from '#web/orders/Cart.tsx'", 'web ui may not import web feature'],
  [
    'web/orders/Cart.tsx',
    "import { seats } from '#server/workshops/service.ts'",
    'web feature may not import server service',
  ],
  ['server/orders/service.ts', '\n'.repeat(301), 'more than 300'],
])('%s with %j is noticed', (file, text, complaint) => {
  expect(brokenRules(houseWith({ [file]: text })).join('\n')).toContain(complaint)
})

test('two features that need each other are noticed', () => {
  const root = houseWith({
    'server/orders/service.ts': "import { seats } from '#server/workshops/service.ts'",
    'server/workshops/service.ts': "import { orders } from '#server/orders/service.ts'",
  })

  expect(brokenRules(root)).toContain('server/orders: needs itself through other features')
})
