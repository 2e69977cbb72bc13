import { expect, test } from 'vitest'
import { cleanPasted } from './paste.ts'

test('what was pasted has no attributes left but ours, and its styles as data', () => {
  expect(cleanPasted(`<p class="a" onclick="x" style='font-weight: 700; font-size:24pt'>x</p>`)).toBe(
    '<p class="a" data-mark-strong data-mark-size="huge">x</p>',
  )
  expect(cleanPasted('<img src=x onerror=y><a href="javascript:z">l</a><style>p{}</style>')).toBe('<a>l</a>')
  expect(cleanPasted('<code style="font-family: &quot;Courier New&quot;, x; font-style: italic">x</code>')).toBe(
    '<code data-mark-em data-mark-family="mono">x</code>',
  )
  expect(cleanPasted('<ul data-pm-slice="1 1 [&quot;bulletList&quot;,null]&lt;x">')).toBe(
    '<ul data-pm-slice="1 1 [&quot;bulletList&quot;,null]x">',
  )
  expect(cleanPasted('<p>&nbsp;</p><table><tr><td>a</td></tr></table>')).toBe('<div>a</div>')
})

const line = (mark: string, words: string) =>
  `<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'>${mark}${words}</p>`
const ignored = (mark: string) => `<span style='mso-list:Ignore'>${mark}<span>&nbsp;&nbsp; </span></span>`

test.each([
  ['between remarks', (mark: string) => `<!--[if !supportLists]-->${ignored(mark)}<!--[endif]-->`],
  ['between remarks of the other kind', (mark: string) => `<![if !supportLists]>${ignored(mark)}<![endif]>`],
  ['in a span', ignored],
])('lines of Word are one list each, whose marks stand %s', (_, mark) => {
  const html = `${line(mark('·'), 'Age')}\n${line(mark('·'), 'Sex')}\n${line(mark('1.'), 'First')}<p>&nbsp;</p>${line(mark('1.'), 'Again')}`

  expect(cleanPasted(html)).toBe('<ul><li>Age</li><li>Sex</li></ul><ol><li>First</li></ol><ol><li>Again</li></ol>')
})

test('a paragraph that nobody ended keeps its words', () => {
  expect(cleanPasted('<p>one<p>two</p>three</p>')).toBe('<p>one<p>two</p>three')
  expect(cleanPasted('<p>one<ul><li>x</ul><p>two')).toBe('<p>one<ul><li>x</ul><p>two')
  expect(cleanPasted('<p>one<!-- a remark')).toBe('<p>one')
  expect(cleanPasted(line('<span style="mso-list:Ignore">', '· Age'))).toBe('<ul><li>· Age</li></ul>')
  expect(cleanPasted(line('<!--[if !vml]--><!--[endif]--><!--[if !supportLists]-->·<!--[endif]-->', 'Age'))).toBe(
    '<ul><li>Age</li></ul>',
  )
  expect(cleanPasted('p <0.05 and a <b')).toBe('p &lt;0.05 and a &lt;b')
})

// Whatever looks at each pair of letters takes longer than a test may.
test.each([
  '<',
  '<a ',
  '<a "',
  '<p class="',
  "<p a='<p a=",
  '<!--',
  '<script>',
  '</',
  '<p>',
  '<p>&nbsp;',
  '<p style=mso-list:>',
])('SEC-083: 200 kB of %s are read in one go', (piece) => {
  expect(cleanPasted(piece.repeat(200_000 / piece.length))).not.toMatch(/mso-list|<script/)
})
