/** What a call does is declared on its head: an address that moves must change nothing else. */

const judgesByAddress = [
  /\b(?:path|pathname|url)\.startsWith\((?!['`][^/$])/,
  /startsWith\('\/(?:api|staff|payments|geo)\//,
  /\/\^\\\/\(?(?:api|staff|payments|geo)\b/,
]

/** Addresses that are no call's. */
const allowed: Record<string, string> = {
  'server/platform/http/http.ts': 'what no operation answers has only its address',
  'server/kernel/site.ts': 'files of the build are kept by browsers for ever',
  'server/backup/room.ts': 'a path on the disk',
  'web/App.tsx': 'links that lead out of the site',
  'web/console/layout/Rail.tsx': 'which screen of the menu is open',
}

export function addressJudged(file: string, text: string): string[] {
  if (!/\.tsx?$/.test(file) || file.includes('.test.') || file.includes('/testing/') || allowed[file]) return []
  return judgesByAddress.some((each) => each.test(text))
    ? [`${file}: an address decides what is done; declare it on the head of the call`]
    : []
}
