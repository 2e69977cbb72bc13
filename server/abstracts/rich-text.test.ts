import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanText } from '#server/abstracts/rich-text.ts'

test.each([
  [
    '<p>Plain <b>bold</b> <i>leaning</i> <u>lined</u></p>',
    '<p>Plain <strong>bold</strong> <em>leaning</em> <u>lined</u></p>',
  ],
  ['CO<sub>2</sub> 10<sup>9</sup>', 'CO<sub>2</sub> 10<sup>9</sup>'],
  [
    '<span class="size-large">big</span><span class="font-serif">old</span>',
    '<span class="size-large">big</span><span class="font-serif">old</span>',
  ],
  [
    '<span class="evil size-huge" style="position:fixed" onclick="x()">big</span>',
    '<span class="size-huge">big</span>',
  ],
  ['<span class="evil">small</span>', 'small'],
  ['<ul><li>one<li>two<ol><li>a</ol></ul>', '<ul><li>one</li><li>two<ol><li>a</li></ol></li></ul>'],
  ['<li>alone</li>', '<p>alone</p>'],
  ['<div>one</div><div>two</div>', '<p>one</p><p>two</p>'],
  ['<h1>Title</h1>text', '<p>Title</p>text'],
  ['<table><tr><td>a</td><td>b</td></tr></table>', '<p></p><p></p><p>a</p><p>b</p>'],
  ['one<br>two<br/>three', 'one<br>two<br>three'],
  ['<p>open <b>bold', '<p>open <strong>bold</strong></p>'],
  ['<script>alert(1)</script>after', 'after'],
  ['<style>p{}</style><title>t</title>after', 'after'],
  ['<img src=x onerror=alert(1)>', ''],
  ['<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>after', 'after'],
  ['<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>', ''],
  ['<a href="javascript:alert(1)">link</a>', 'link'],
  ['<iframe src="//evil"></iframe><object data=x></object>', ''],
  ['<p onclick="alert(1)">x</p>', '<p>x</p>'],
  ['&lt;script&gt;alert(1)&lt;/script&gt;', '&lt;script&gt;alert(1)&lt;/script&gt;'],
  ['<<b>script>alert(1)</b>', '&lt;<strong>script&gt;alert(1)</strong>'],
  ['<!--<img src=x onerror=1>-->x<![CDATA[y]]>', 'x'],
  ['<noscript><p title="</noscript><img src=x onerror=alert(1)>">', ''],
  ['a \u202egnp.exe b\u2066c\u0007d', 'a gnp.exe bcd'],
  ['<o:p>&nbsp;</o:p><w:sdt>kept</w:sdt>', '\u00a0kept'],
  ['"quoted" & <unknown>', '&quot;quoted&quot; &amp; '],
  ['{{7*7}} ${7*7}', '{{7*7}} ${7*7}'],
])('%j becomes %j', (dirty, clean) => {
  expect(cleanText(dirty).html).toBe(clean)
})

test.each([
  ['<p>Two</p><p>lines</p>', 'Two\nlines'],
  ['H<sub>2</sub>O', 'H2O'],
  ['<ul><li>a</li><li>b</li></ul>', 'a\nb'],
  ['a<br>b&nbsp; c\n d', 'a\nb c d'],
  ['<p> </p>', ''],
])('%j is read as %j', (dirty, plain) => {
  expect(cleanText(dirty).plain).toBe(plain)
})

test('a title is one line with marks, whatever was pasted', () => {
  expect(cleanText('<h1>The <b>heart</b></h1>\n<p>and<br>more</p><ul><li>x</li></ul>', 'one line')).toEqual({
    html: 'The <strong>heart</strong> and more x',
    plain: 'The heart and more x',
  })
})

test('a text of ten thousand nested marks is still small and whole', () => {
  const { html } = cleanText(`${'<b>'.repeat(10_000)}x`)
  expect(html).toBe(`${'<strong>'.repeat(30)}x${'</strong>'.repeat(30)}`)
})

const names =
  'p b i u sub sup ul ol li span div br script style svg math table td h1 a img textarea xmp template noscript o:p'.split(
    ' ',
  )
const markup = fc
  .array(
    fc.oneof(
      fc.constantFrom(...names).map((name) => `<${name}>`),
      fc.constantFrom(...names).map((name) => `</${name}>`),
      fc.constantFrom(
        '<span class="size-large">',
        '<span class="font-mono x">',
        '<p onclick=x>',
        '<',
        '>',
        '&',
        '&lt;',
        '&#60;',
        '&nbsp;',
        '<!--',
        '-->',
        '"',
        "'",
        '<b <i',
        '</',
        '\u202e',
        '\u0000',
      ),
      fc.string({ maxLength: 8 }),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''))

const allowed =
  /<(?:\/?(?:p|strong|em|u|sub|sup|ul|ol|li)|\/span|span class="(?:size-(?:small|large|huge)|font-(?:sans|serif|mono))"|br)>/g

test('whatever comes, cleaning it twice is cleaning it once, and nothing else is in it', () => {
  fc.assert(
    fc.property(markup, fc.constantFrom('paragraphs' as const, 'one line' as const), (dirty, shape) => {
      const once = cleanText(dirty, shape)
      expect(cleanText(once.html, shape)).toEqual(once)
      expect(once.html.replace(allowed, '')).not.toMatch(/[<>]/)
      expect(opened(once.html)).toBe('whole')
    }),
    { numRuns: 3000 },
  )
})

/** Whether every tag is closed in its turn. */
function opened(html: string): string {
  const open: string[] = []
  for (const [, close, name] of html.matchAll(/<(\/?)(\w+)/g)) {
    if (name === 'br') continue
    if (!close) open.push(name as string)
    else if (open.pop() !== name) return `</${name}> closes nothing`
  }
  return open.length === 0 ? 'whole' : `<${open.join('><')}> stays open`
}
