import { expect, test } from 'vitest'
import { together } from './together.ts'

const desk = (name: string, purpose: string) => ({ name, purpose })
const base = { lead: 'Ask us.', contacts: [desk('Fees', 'Money'), desk('Press', 'News')] }

test('what only one of two people changed is taken, and each is told what came from the other', () => {
  const mine = { ...base, lead: 'Ask anybody.' }
  const theirs = { ...base, contacts: [desk('Fees', 'Drafts'), desk('Press', 'News')] }
  expect(together({ base, mine, theirs })).toEqual({
    body: { lead: 'Ask anybody.', contacts: [desk('Fees', 'Drafts'), desk('Press', 'News')] },
    clashes: [],
    taken: [['contacts', 0, 'purpose']],
  })
})

test('a field that both changed waits for a choice, and mine stays until then', () => {
  const mine = { ...base, contacts: [desk('Fees', 'Cash'), desk('Press', 'News')] }
  const theirs = { ...base, contacts: [desk('Fees', 'Drafts'), desk('Press', 'Radio')] }
  expect(together({ base, mine, theirs })).toEqual({
    body: { ...base, contacts: [desk('Fees', 'Cash'), desk('Press', 'Radio')] },
    clashes: [{ path: ['contacts', 0, 'purpose'], mine: 'Cash', theirs: 'Drafts' }],
    taken: [['contacts', 1, 'purpose']],
  })
})

test('a list that one made longer while the other wrote in it is one choice', () => {
  const mine = { ...base, contacts: [...base.contacts, desk('Rooms', '')] }
  const theirs = { ...base, contacts: [desk('Fees', 'Drafts'), desk('Press', 'News')] }
  const { body, clashes } = together({ base, mine, theirs })
  expect(body).toEqual(mine)
  expect(clashes).toEqual([{ path: ['contacts'], mine: mine.contacts, theirs: theirs.contacts }])
})

test('without what both began with, everything that differs is a choice', () => {
  const theirs = { ...base, lead: 'Write to us.' }
  expect(together({ base: undefined, mine: base, theirs }).clashes).toEqual([
    { path: ['lead'], mine: 'Ask us.', theirs: 'Write to us.' },
  ])
})
