import { expect, test } from 'vitest'
import { openRead, staffChange } from '#contract/heads.ts'
import { nothing, operation } from '#contract/operation.ts'
import { callFiles, callsText, type Module, wrongNames } from './write-calls.ts'

const shape = { input: nothing, reply: nothing }
const FaqShow = operation('FaqShow', openRead(), shape)
const FaqSave = operation('FaqSave', staffChange('content.edit', { secrets: ['word'], stepUp: true }), shape)
const moduleOf = (operations: Module['operations']): Module => ({ file: 'pages/faq.ts', alias: 'pagesFaq', operations })

test('the name of an operation is that of its export, and nobody else has it', () => {
  const asked = { ...FaqShow, method: 'POST' } as const
  const sound: Module['operations'] = [
    ['FaqShow', FaqShow],
    ['FaqShowByPost', asked],
  ]
  expect(wrongNames([moduleOf(sound)])).toEqual([])
  expect(wrongNames([moduleOf([...sound, ['FaqSee', FaqSave]]), moduleOf(sound)])).toEqual([
    'contract/pages/faq.ts: FaqSee is an operation named FaqSave',
    'contract/pages/faq.ts: there is another operation named FaqShow',
  ])
})

test('a browser knows how a call is sent, and nothing of who may send it', () => {
  const text = callsText([
    moduleOf([
      ['FaqShow', FaqShow],
      ['FaqSave', FaqSave],
    ]),
  ])
  expect(text.split('\n').slice(1)).toEqual([
    "import type { Call } from '../heads.ts'",
    "import { change, read } from '../sent.ts'",
    "import type * as pagesFaq from '../pages/faq.ts'",
    '',
    "export const FaqShow: Call<typeof pagesFaq.FaqShow> = /* @__PURE__ */ read('FaqShow', 'none')",
    "export const FaqSave: Call<typeof pagesFaq.FaqSave> = /* @__PURE__ */ change('FaqSave', 'staff')",
    '',
  ])
})

test('the console knows by name what is of staff, and nothing else', () => {
  const files = callFiles([
    moduleOf([
      ['FaqShow', FaqShow],
      ['FaqSave', FaqSave],
    ]),
  ])
  expect([...files.keys()]).toEqual(['pages.ts', 'console.ts'])
  expect(files.get('console.ts')).toContain("import { FaqSave } from './pages.ts'")
  expect(files.get('console.ts')).toContain('export const staffCalls = {\n  FaqSave,\n}')
})
