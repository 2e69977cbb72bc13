import { expect, test } from 'vitest'
import { escaped, htmlOf, parseRich, plainOf } from './html.ts'
import { readText, writeText } from './schema.ts'

test('what is stored comes back as it was, with our own tags and classes only', () => {
  const text =
    '<p>CO<sub>2</sub> &lt; 10<sup>3</sup> &amp; <strong>bold <em>both</em></strong></p><ul><li><p>one</p></li></ul><p><span class="size-large">x</span><u>y</u></p>'
  expect(writeText(readText(text))).toBe(text)
  expect(writeText(readText('<b>a</b><i>b</i>'))).toBe('<p><strong>a</strong><em>b</em></p>')
  expect(writeText(readText('<p></p><p>  </p>'))).toBe('')
})

test('tags, attributes and classes that are not on the list are not there', () => {
  const evil = '<p onclick="x()" class="dialog size-huge">a<script>b</script><img src=x onerror=y><svg/onload=z></p>'
  expect(parseRich(evil)).toEqual([{ tag: 'p', className: 'size-huge', children: ['a'] }])
  expect(parseRich('a < b &lt;i&gt; &#x41;&#0;&unknown;')).toEqual(['a < b <i> A&unknown;'])
  expect(parseRich('</p><em>open<p>in')).toEqual([
    { tag: 'em', className: '', children: ['open', { tag: 'p', className: '', children: ['in'] }] },
  ])
  expect(parseRich('<constructor>x<__proto__>')).toEqual(['x<__proto__>'])
})

test('the words alone, one line for each paragraph', () => {
  expect(plainOf('<p>one <b>two</b></p><ul><li><p>three</p></li><li><p>four</p></li></ul>')).toBe(
    'one two\nthree\nfour',
  )
  expect(plainOf('<p>a<br>b</p>')).toBe('a\nb')
  expect([htmlOf('a < b\nc'), htmlOf('  '), plainOf(htmlOf('a < b\n\nc'))]).toEqual([
    '<p>a &lt; b</p><p>c</p>',
    '',
    'a < b\nc',
  ])
  expect(escaped(`<a href="x">'&`)).toBe("&lt;a href=&quot;x&quot;&gt;'&amp;")
})
