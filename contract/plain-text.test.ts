import { expect, test } from 'vitest'
import { asEmail, isEmail, sameEmail } from './accounts/email.ts'
import { plainAsTyped, plainText } from './plain-text.ts'

const zwnj = '\u200c'
const zwj = '\u200d'

test.each([
  ['zero-width characters', 'A\u200bye\u2060sha\ufeff', 'Ayesha'],
  ['what turns the reading order', 'Ayesha \u202egnp.exe\u2069', 'Ayesha gnp.exe'],
  ['control characters', 'Aye\u0000sha\u001b[31m\u0007', 'Ayesha[31m'],
  ['line ends, which part two words', 'Ayesha\r\nBcc: all@example.org\u2028x\ty', 'Ayesha Bcc: all@example.org x y'],
  ['half a character', 'Aye\ud800sha', 'Ayesha'],
  ['blanks around it', ' \u00a0Ayesha\u3000 ', 'Ayesha'],
  ['everything that shows nothing', '\u200b\u200d\u2800\u3164\u00ad\ufe0f\n', ''],
  ['nothing that is read', "Zoë O'Neil-Ďurišová 李明 عائشہ", "Zoë O'Neil-Ďurišová 李明 عائشہ"],
])('a text is kept without %s', (_, typed, kept) => {
  expect(plainText(typed)).toBe(kept)
})

test('joiners stay between letters that join, and nowhere else', () => {
  const urdu = `بنت${zwnj}الہدیٰ`
  expect(plainText(urdu)).toBe(urdu)
  expect(plainText(`क्${zwj}ष`)).toBe(`क्${zwj}ष`)
  expect(plainText(`${zwnj}علی${zwnj}${zwj}${zwnj}`)).toBe('علی')
  expect(plainText(`علی${zwnj} خان`)).toBe('علی خان')
  expect(plainText(`ع${zwnj}${zwj}\u200b${zwnj}لی`)).toBe(`ع${zwnj}لی`)
  expect(plainText(`Ay${zwnj}esha`)).toBe('Ayesha')
  // The next letter may still come.
  expect(plainAsTyped(`بنت${zwnj}`)).toBe(`بنت${zwnj}`)
  expect(plainAsTyped(`بنت${zwnj} `)).toBe('بنت ')
})

test('lines stay where several are asked for', () => {
  expect(plainText('House 1\r\nLahore\u2029', 'lines')).toBe('House 1\nLahore')
})

test.each([
  ['ayesha@ｇmail.com', 'ayesha@gmail.com'],
  ['Ayesha\u200b@Example.ORG\n', 'Ayesha@Example.ORG'],
  ['ａyesha@example.org', 'ayesha@example.org'],
  ['ayesha@bücher.example', 'ayesha@xn--bcher-kva.example'],
  ['ayesha@XN--BCHER-KVA.example', 'ayesha@XN--BCHER-KVA.example'],
  ['ayesha@example。org', 'ayesha@example.org'],
  ['عائشہ@مثال.example', 'عائشہ@xn--mgbh0fb.example'],
  ['ayesha@0x7f.1', 'ayesha@0x7f.1'],
  ['ayesha', 'ayesha'],
])('the address %j is kept as %j', (typed, kept) => {
  expect(asEmail(typed)).toBe(kept)
})

test('an address is one account however its letters are drawn, and none by tricks', () => {
  expect(sameEmail('A@ＢÜCHER.example')).toBe(sameEmail('a@xn--bcher-kva.EXAMPLE'))
  // A character that becomes a slash in its plain form.
  for (const odd of ['a@℀.example.org', 'a@exa mple.org', 'a@b', 'a@b@c.org', 'a\u202e@'])
    expect([odd, isEmail(asEmail(odd))]).toEqual([odd, false])
})
