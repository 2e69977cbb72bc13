/** The passwords that are tried first, as fingerprints by their first digits. Read when somebody first asks: most servers of a day never need them. */
import { partsOf, plainForms } from '#contract/accounts/passwords.ts'

let known: Promise<Map<string, string[]>> | undefined

export async function commonPasswordsIn(part: string): Promise<string[]> {
  return (await (known ??= readList())).get(part) ?? []
}

export async function isCommonPassword(password: string): Promise<boolean> {
  for (const form of plainForms(password)) {
    const { part, rest } = partsOf(form)
    if ((await commonPasswordsIn(part)).includes(rest)) return true
  }
  return false
}

async function readList(): Promise<Map<string, string[]>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const byPart = new Map<string, string[]>()
  for (const password of dictionary['passwords-common']) {
    const { part, rest } = partsOf(password)
    const same = byPart.get(part)
    if (same) same.push(rest)
    else byPart.set(part, [rest])
  }
  return byPart
}
