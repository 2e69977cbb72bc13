/** What we write to people about the dates of an event. */
import type { ExtensionKind } from '#contract/events/event-fields.ts'
import { letter, type Written } from '#server/platform/mail/letter.ts'

const inWords = (day: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))

type MovedWords = { fullName: string; eventName: string; until: string; publicUrl: string }

export function movedLetter({ fullName, eventName, until, publicUrl }: MovedWords): Written {
  return letter({
    subject: `Abstracts now close on ${inWords(until)}`,
    greeting: `Dear ${fullName},`,
    paragraphs: [
      `the last day for abstracts of ${eventName} was moved. You can submit until the end of ${inWords(until)}.`,
      'What you have written is kept as a draft. Submit it in time, or it stays one.',
      { link: `${publicUrl}/abstractsubmission`, label: 'Open my abstracts' },
    ],
  })
}

type ExtensionWords = { kind: ExtensionKind; eventName: string; until: string; token: string; publicUrl: string }

export function extensionLetter({ kind, eventName, until, token, publicUrl }: ExtensionWords): Written {
  const what = kind === 'abstracts' ? 'submit abstracts' : 'register'
  return letter({
    subject: `You can ${what} until ${inWords(until)}`,
    greeting: `You have more time for ${eventName}.`,
    paragraphs: [
      `You can ${what} until the end of ${inWords(until)}. This is for you alone, under this address.`,
      'If you have an account, sign in as usual. If not, this link opens sign-up for you:',
      { link: `${publicUrl}/signup?extension=${token}`, label: 'Sign up' },
    ],
  })
}

export function extensionEndedLetter({ kind, eventName }: Pick<ExtensionWords, 'kind' | 'eventName'>): Written {
  const what = kind === 'abstracts' ? 'for abstracts' : 'for registration'
  return letter({
    subject: `Your later last date for ${eventName} has ended`,
    greeting: `Your later last date ${what} has ended.`,
    paragraphs: [
      `For ${eventName} the last date that everybody has counts for you again. What you have written stays as it is.`,
      'If this surprises you, please answer to the organisers.',
    ],
  })
}
