/** What the text of an email may be: known facts only, and none taken out without which the email does not work. Without zod: the console has this too. */

/** A fact as the editor shows it. A block stands in a paragraph of its own. */
export type TextFact = { name: string; says: string; isRequired: boolean; isBlock: boolean }
type Text = { subject: string; body: string }
type Problem = { path: 'subject' | 'body'; message: string }

export const textLimits = { subject: 200, body: 20_000 }

const named = (text: string): string[] => [...text.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name.trim())
const list = (names: readonly string[]): string => [...new Set(names)].map((name) => `{${name}}`).join(', ')
const isAlone = (paragraph: string): boolean => /^\s*\{[^{}]*\}\s*$/.test(paragraph)

/** Each at its place, in the order of the form. */
export function textProblems({ subject, body }: Text, facts: readonly TextFact[]): Problem[] {
  const problems: Problem[] = []
  const say = (path: Problem['path'], message: string) => void problems.push({ path, message })
  const isKnown = (name: string) => facts.some((fact) => fact.name === name)
  const blocks = facts.filter(({ isBlock }) => isBlock).map(({ name }) => name)
  for (const [path, text] of [
    ['subject', subject],
    ['body', body],
  ] as const) {
    if (text.trim() === '') say(path, path === 'subject' ? 'Write a subject.' : 'Write the text.')
    if (text.length > textLimits[path]) say(path, `Use at most ${textLimits[path].toLocaleString('en-GB')} characters.`)
    const unknown = named(text).filter((name) => !isKnown(name))
    if (unknown.length > 0) say(path, `This email has no fact ${list(unknown)}. Insert one from the list.`)
    if (/[{}]/.test(text.replaceAll(/\{[^{}]*\}/g, '')))
      say(path, 'A { or } stands alone. Facts have one on each side.')
  }
  const inSubject = named(subject).filter((name) => blocks.includes(name))
  if (inSubject.length > 0) say('subject', `${list(inSubject)} has a paragraph of its own. Use it in the text.`)
  const inside = body
    .split(/\n[ \t]*\r?\n/)
    .filter((paragraph) => !isAlone(paragraph))
    .flatMap((paragraph) => named(paragraph).filter((name) => blocks.includes(name)))
  if (inside.length > 0)
    say('body', `${list(inside)} needs a paragraph of its own, with a blank line before and after.`)
  const missing = facts.filter(({ name, isRequired }) => isRequired && !named(body).includes(name))
  if (missing.length > 0)
    say('body', `The email does not work without ${list(missing.map(({ name }) => name))}. Put it back.`)
  return problems
}
