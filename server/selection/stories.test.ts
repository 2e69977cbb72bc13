/** REV-069: whatever people do, in whatever order, what must be true is true after each step, and authors know what they were told. */
import { expect, test } from 'vitest'
import { often } from '#server/testing/counts.ts'
import { aCast } from '#server/testing/review-cast.ts'
import { tellStory } from '#server/testing/review-stories.ts'

/** Another first seed for other stories: `STORIES_FROM=501`. */
const first = Number(process.env.STORIES_FROM ?? 1)
const together = 5
const seasons = Array.from({ length: often(5, 500) / together }, (_, at) => first + at * together)

test.each(seasons)(`${together} stories from seed %i`, async (seed) => {
  const cast = await aCast()
  for (let at = 0; at < together; at += 1) expect((await tellStory(cast, seed + at, often(12, 20))).wrong).toEqual([])
})

test('the same seed tells the same story, and another seed another', async () => {
  const told = async (seed: number) => (await tellStory(await aCast(), seed, 20)).told
  const once = await told(first)
  expect(once).toHaveLength(20)
  expect(await told(first)).toEqual(once)
  expect(await told(first + 1)).not.toEqual(once)
})
