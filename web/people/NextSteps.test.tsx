import { expect, test } from 'vitest'
import { content } from '#web/testing/content.ts'
import type { Profile } from './api.ts'
import { stepsOf } from './NextSteps.tsx'

const presenter = { PresenterType: 'Presenter' } as Profile
const attendee = { PresenterType: 'Attendee' } as Profile
const done = (...standing: Parameters<typeof stepsOf>) =>
  stepsOf(...standing).map(({ what, isDone }) => `${isDone ? 'done' : 'open'}: ${what}`)

test.each([
  {
    who: 'someone new',
    standing: { profile: undefined, abstracts: 0, workshops: 0 },
    steps: ['done: Verify your email', 'open: Create your profile', 'open: Choose your workshops'],
  },
  {
    who: 'an attendee who has paid',
    standing: { profile: attendee, abstracts: 0, workshops: 1 },
    steps: ['done: Verify your email', 'done: Create your profile', 'done: Choose your workshops'],
  },
  {
    who: 'a presenter who has submitted',
    standing: { profile: presenter, abstracts: 1, workshops: 0 },
    steps: [
      'done: Verify your email',
      'done: Create your profile',
      'done: Submit your first abstract',
      'open: Choose your workshops',
    ],
  },
])('$who sees what is done and what is next', ({ standing, steps }) => {
  expect(done({ ...standing, event: null })).toEqual(steps)
})

test('with an event the steps tell their days', () => {
  expect(done({ profile: presenter, abstracts: 0, workshops: 0, event: content.event })).toEqual([
    'done: Verify your email',
    'done: Create your profile',
    expect.stringMatching(/^open: Submit your first abstract by \d+ \w+$/),
    'open: Choose your workshops',
    expect.stringMatching(/^open: Come to the event from \d+ \w+$/),
  ])
})
