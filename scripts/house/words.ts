/** Words that do not belong: those of conferences in the platform, and those that stand between a new engineer and the domain. */

const ofConferences =
  /\b\w*(applicant|abstract(?!ions?\b)|workshop|seats?\b|programme|speciality|conference)\w*|\b(eventId|EventID|ApplicantID)\b|#contract\/(events|people|abstracts|booking|payments)\//i

/** The platform serves any portal: what is sold, written and held in it belongs to the domains. */
export function conferenceWords(file: string, text: string): string[] {
  if (!file.startsWith('server/platform/') || file.includes('.test.')) return []
  const found = ofConferences.exec(codeOf(text))
  return found ? [`${file}: the platform knows nothing of conferences ("${found[0]}")`] : []
}

/** Without comments: a comment may give an example. */
function codeOf(text: string): string {
  return text
    .split('\n')
    .filter((line) => !/^\s*(\/\/|\/\*|\*)/.test(line))
    .join('\n')
}
