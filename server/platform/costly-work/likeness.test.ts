/** REV-068: what was copied is found, also with words changed; what is only about the same is not. */
import { expect, test } from 'vitest'
import { alikeInThread } from './likeness-thread.ts'
import { alike } from './likeness.ts'

const words =
  'ward nurse dose blood child fever scan lung heart drug trial score pain week risk sign test care bone skin'.split(
    ' ',
  )

/** Two hundred words by a rule that repeats itself only after long. */
function aText(seed: number): string {
  let state = seed * 7919 + 1
  return Array.from({ length: 200 }, () => {
    state = (state * 48_271) % 2_147_483_647
    return words[state % words.length]
  }).join(' ')
}
/** Every 23rd word is another. */
const copied = (text: string) =>
  text
    .split(' ')
    .map((word, at) => (at % 23 === 22 ? 'other' : word))
    .join(' ')

const texts = Array.from({ length: 60 }, (_, id) => ({ id: id + 1, owner: id + 1, text: aText(id + 1) }))

test('copies are found with one word of 23 changed, and no other pair is', async () => {
  const copies = [5, 17, 40].map((of, at) => ({ id: 100 + at, owner: 100 + at, text: copied(aText(of)) }))
  const found = await alikeInThread([...texts, ...copies])
  expect(found.map(({ a, b, isSameOwner }) => [a, b, isSameOwner])).toEqual([
    [5, 100, false],
    [17, 101, false],
    [40, 102, false],
  ])
  expect(found.every(({ share }) => share >= 0.5 && share < 1)).toBe(true)
})

test('of one owner less is enough', () => {
  const half = `${aText(3).split(' ').slice(0, 110).join(' ')} ${aText(99).split(' ').slice(0, 90).join(' ')}`
  expect(alike([...texts, { id: 200, owner: 77, text: half }])).toEqual([])
  expect(alike([...texts, { id: 200, owner: 3, text: half }])).toMatchObject([{ a: 3, b: 200, isSameOwner: true }])
})
