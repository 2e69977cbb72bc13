/** What we write to people who leave. */
import { letter, momentInWords, type Written } from '#server/platform/letter.ts'

export function closureAskedLetter({ dueAt, publicUrl }: { dueAt: Date; publicUrl: string }): Written {
  return letter({
    subject: 'Your account will be deleted',
    greeting: 'You asked us to delete your account at Colloquium.',
    paragraphs: [
      `It is deleted on ${momentInWords(dueAt)}. Until then everything stays as it is.`,
      'If you change your mind, or if it was not you who asked, sign in and choose “Keep my account”:',
      { link: `${publicUrl}/profile`, label: 'Keep my account' },
    ],
  })
}

export function accountKeptLetter(): Written {
  return letter({
    subject: 'Your account stays',
    greeting: 'Your account at Colloquium is not deleted.',
    paragraphs: ['You changed your mind, and everything is as it was.'],
  })
}

export function erasedLetter(): Written {
  return letter({
    subject: 'Your account was deleted',
    greeting: 'Your account at Colloquium was deleted, as you asked.',
    paragraphs: [
      'Your name, your addresses, your photo and your files are gone. Amounts and numbers of payments stay in our books, without your name.',
      'This is our last letter: we no longer know this address.',
    ],
  })
}
