import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Token, tokensOf } from './tokens.ts'

const cut = (html: string) =>
  Array.from(tokensOf(html), (token) =>
    'text' in token ? [token.kind, token.text] : [token.kind, token.name, Object.fromEntries(token.attributes)],
  )

test('tags, texts and remarks are told apart', () => {
  expect(cut('a<P Class=x>b</p><!-- c > d --><br/>')).toEqual([
    ['text', 'a'],
    ['open', 'p', { class: 'x' }],
    ['text', 'b'],
    ['close', 'p', {}],
    ['comment', ' c > d '],
    ['open', 'br', {}],
  ])
  expect(cut('<![if a]><?xml b?><!--><!-- b --!>c')).toEqual([
    ['comment', '[if a]'],
    ['comment', 'xml b?'],
    ['comment', ''],
    ['comment', ' b '],
    ['text', 'c'],
  ])
})

test('what is no tag is text, and so is a tag that nobody ends', () => {
  expect(cut('a < b <3 </ c')).toEqual([
    ['text', 'a < b <3 '],
    ['text', '</ c'],
  ])
  expect(cut('a <b c="d>')).toEqual([
    ['text', 'a '],
    ['text', '<b c="d>'],
  ])
})

test('of what nobody is meant to read, nothing is told', () => {
  expect(cut('<script>if (a<b) "</p>"</script>c<style>d</style>')).toEqual([['text', 'c']])
  expect(cut('a<xml/>b')).toEqual([
    ['text', 'a'],
    ['text', 'b'],
  ])
  expect(cut('</title>e')).toEqual([['text', 'e']])
})

/** The browser's own parser is the measure. */
test('attributes are those that a browser finds', () => {
  const pieces = ['a', 'B', '=', '"', "'", ' ', '/', '\n', 'style', '<', '1', '-']
  const attributes = fc.array(fc.constantFrom(...pieces), { maxLength: 14 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(attributes, (text) => {
      const html = `<p ${text}>words</p>`
      const first = tokensOf(html).next().value as Token
      const theirs = new DOMParser().parseFromString(html, 'text/html').querySelector('p')
      const found = theirs && Object.fromEntries(Array.from(theirs.attributes, ({ name, value }) => [name, value]))
      expect('name' in first ? Object.fromEntries(first.attributes) : null).toEqual(found)
    }),
    { numRuns: 300 },
  )
})
