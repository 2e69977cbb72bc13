/** What Word and its kin leave on the clipboard, made into plain HTML before it is read. */

const noise = [/<(style|script|xml|title)\b[\s\S]*?<\/\1\s*>/gi, /<\/?(o|w|m|v|st1):[^>]*>/gi, /<(meta|link)\b[^>]*>/gi]

/** The bullet or number that Word writes as text in front of a line of a list. */
const listMark =
  /<!--\[if !supportLists\]-->([\s\S]*?)<!--\[endif\]-->|<span[^>]*mso-list:\s*Ignore[^>]*>([\s\S]*?<\/span>)\s*<\/span>/i
const listLine = /<p\b[^>]*(?:MsoListParagraph|mso-list:)[^>]*>([\s\S]*?)<\/p>/gi
const emptyLine = /<p\b[^>]*>(?:\s|&nbsp;|\u00a0|<\/?span[^>]*>|<br\s*\/?>)*<\/p>/gi

export function cleanPasted(html: string): string {
  const quiet = noise.reduce((text, pattern) => text.replace(pattern, ''), html)
  return joined(quiet.replace(listLine, (_line, words: string) => listItem(words)))
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(emptyLine, '')
}

function listItem(words: string): string {
  const mark = listMark.exec(words)
  const shown = (mark?.[1] ?? mark?.[2] ?? '').replace(/<[^>]*>|&nbsp;/g, '').trim()
  const list = /^\(?(\d{1,3}|[a-z]|[ivx]{1,4})[.)]/i.test(shown) ? 'ol' : 'ul'
  return `<${list}><li>${words.replace(listMark, '')}</li></${list}>`
}

/** Lines that follow each other are one list. */
const joined = (html: string): string => html.replace(/<\/(ul|ol)>\s*<\1>/g, '')
