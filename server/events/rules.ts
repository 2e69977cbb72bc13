/** What stands in the way of publishing an event, how its dates may move, and how its workshops stand. */
import {
  type Dates,
  dateProblems,
  type EventDate,
  eventDates,
  type EventFields,
} from '#contract/events/event-fields.ts'
import type { WorkshopState } from '#contract/events/workshop-fields.ts'
import { type PageOfSite, sitePage } from '#contract/pages/page-names.ts'

const dayLength = 86_400_000

/** So many days after a day of the calendar. Counted in UTC, where every day is as long as every other. */
export function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayLength).toISOString().slice(0, 10)
}

/** Whole weeks, so that a Friday stays a Friday, whatever the length of the year. */
export function weeksLater(dates: Dates, weeks: number): Dates {
  const moved = eventDates.map((name): [EventDate, string] => [name, daysAfter(dates[name], weeks * 7)])
  return Object.fromEntries(moved) as Dates
}

/** What a new event begins with, to be corrected: no date before another that it must follow. */
export function firstDates({ startsOn, endsOn }: Pick<Dates, 'startsOn' | 'endsOn'>, today: string): Dates {
  const before = (days: number) => [today, daysAfter(startsOn, -days)].toSorted().at(-1) as string
  const upTo = (day: string) => (day < endsOn ? day : endsOn)
  const opensOn = upTo(today)
  const closing = (days: number) => upTo(before(days))
  return {
    opensOn,
    abstractsCloseOn: closing(56),
    decisionsOn: closing(28),
    registrationClosesOn: closing(14),
    workshopsFrom: startsOn,
    startsOn,
    endsOn,
  }
}

export type Moved = { which: 'abstracts' | 'registration'; from: string; to: string }
export const lastDates = { abstracts: 'abstractsCloseOn', registration: 'registrationClosesOn' } as const

export function movedDates(before: Dates, after: Dates): Moved[] {
  return (['abstracts', 'registration'] as const).flatMap((which) => {
    const [from, to] = [before[lastDates[which]], after[lastDates[which]]]
    return from === to ? [] : [{ which, from, to }]
  })
}

/**
 * A last date that people rely on moves later at once, and earlier never before the end of today: whatever began to arrive before the
 * change is in time by either date, and nothing that was submitted becomes late.
 */
export function movesTooEarly(moved: readonly Moved[], today: string): { path: string; message: string }[] {
  return moved
    .filter(({ from, to }) => to < from && to < today)
    .map(({ which }) => ({
      path: lastDates[which],
      message: 'People may rely on it: the earliest that it can be now is today.',
    }))
}

const noticeHours = 72

/** Moved earlier, with so little time left that whoever has a draft must hear of it. */
export function needsNotice({ from, to }: Moved, endOfDay: Date, now: Date): boolean {
  return to < from && endOfDay.getTime() - now.getTime() < noticeHours * 3_600_000
}

export type Facts = Pick<EventFields, 'theme' | 'lead' | 'venue' | 'flyer'> &
  Dates & {
    today: string
    disciplines: number
    /** Offered, and without a field to choose: nobody can submit to them. */
    emptyDisciplines: number
    workshops: number
    workshopsAfterEnd: number
    workshopsTooEarly: number
    workshopsBegun: number
    workshopsWithoutFacilitator: number
    workshopsWithoutSeats: number
    pricedWorkshops: number
    sameName: boolean
    takesMoney: boolean
    sendsMail: boolean
    /** Texts that are still the sample, by page, of the event or (null) of the college. */
    samplePages: { page: PageOfSite; texts: string[]; eventId: number | null }[]
    sampleProgrammes: string[]
  }

type Repair = { address: string; label: string }
export type Finding = { code: string; sentence: string; repair: Repair }
export type Findings = { stops: Finding[]; warnings: Finding[]; done: { code: string; sentence: string }[] }

const at = (part: string, label: string): Repair => ({ address: `/console/event${part}`, label })
const many = (count: number, one: string, more: string) => (count === 1 ? `1 ${one}` : `${count} ${more}`)

type Rule = [isWrong: boolean, finding: Finding, whenDone?: string]

export function checkEvent(facts: Facts): Findings {
  const [stops, warnings] = [stopsOf(facts), warningsOf(facts)]
  const wrong = (rules: Rule[]) => rules.flatMap(([isWrong, finding]) => (isWrong ? [finding] : []))
  const done = [...stops, ...warnings].flatMap(([isWrong, { code }, sentence]) =>
    isWrong || !sentence ? [] : [{ code, sentence }],
  )
  return { stops: wrong(stops), warnings: wrong(warnings), done }
}

function stopsOf(facts: Facts): Rule[] {
  const { today, disciplines, emptyDisciplines, workshopsAfterEnd, workshops } = facts
  const field = (path: EventDate): Repair => at(`#${path}`, 'Correct the date')
  const together = dateProblems(facts).map(({ path, message }): Rule => [
    true,
    { code: `dates_${path}`, sentence: message, repair: field(path) },
  ])
  return [
    ...together,
    [
      facts.endsOn < today,
      { code: 'event_over', sentence: 'The event would be over already.', repair: field('endsOn') },
      'The days of the event are still to come',
    ],
    [
      facts.registrationClosesOn < today,
      {
        code: 'registration_over',
        sentence: 'Registration would be closed already.',
        repair: field('registrationClosesOn'),
      },
    ],
    [
      disciplines === 0 && emptyDisciplines > 0,
      {
        code: 'no_discipline',
        sentence: 'There is no discipline with a field to submit abstracts to.',
        repair: at('?part=disciplines', 'Add one'),
      },
      disciplines > 0 ? `${many(disciplines, 'discipline', 'disciplines')} to submit to` : '',
    ],
    [
      workshopsAfterEnd > 0,
      {
        code: 'workshop_after_end',
        sentence: `${many(workshopsAfterEnd, 'workshop is', 'workshops are')} after the end of the event.`,
        repair: field('endsOn'),
      },
      workshops > 0 ? `${many(workshops, 'workshop', 'workshops')}, none after the end` : '',
    ],
  ]
}

function warningsOf(facts: Facts): Rule[] {
  const dates = (path: EventDate): Repair => at(`#${path}`, 'Look at the date')
  const takesAbstracts = facts.disciplines + facts.emptyDisciplines > 0
  const missing = (['theme', 'lead', 'venue', 'flyer'] as const).filter((name) => facts[name] === '')
  const named = { theme: 'theme', lead: 'short description', venue: 'venue', flyer: 'flyer' }
  const words = `The home page would show no ${missing.map((name) => named[name]).join(', no ')}.`
  const workshop = (count: number, what: string) => `${many(count, 'workshop', 'workshops')} ${what}.`
  const rule = (isWrong: boolean, finding: [string, string, Repair], done = ''): Rule => {
    const [code, sentence, repair] = finding
    return [isWrong, { code, sentence, repair }, done]
  }
  return [
    rule(
      missing.length > 0,
      ['words_missing', words, at(`#${missing[0] ?? 'theme'}`, 'Fill it in')],
      'Name, theme, description, venue and flyer',
    ),
    rule(facts.sameName, [
      'same_name',
      'Another event that is not over has the same name.',
      at('#name', 'Change the name'),
    ]),
    rule(!takesAbstracts, [
      'no_abstracts',
      'There is no discipline: this event takes no abstracts, and its pages do not mention them.',
      at('?part=disciplines', 'Publish without, or add one'),
    ]),
    rule(takesAbstracts && facts.abstractsCloseOn < facts.today, [
      'abstracts_over',
      'No abstracts could be submitted: their last date is over.',
      dates('abstractsCloseOn'),
    ]),
    rule(takesAbstracts && facts.decisionsOn < facts.abstractsCloseOn, [
      'decisions_first',
      'Decisions would come before abstracts close.',
      dates('decisionsOn'),
    ]),
    rule(facts.emptyDisciplines > 0, [
      'discipline_without_fields',
      `${many(facts.emptyDisciplines, 'discipline has', 'disciplines have')} no field to choose.`,
      at('?part=disciplines', 'Show them'),
    ]),
    rule(facts.workshops === 0, ['no_workshops', 'There is no workshop yet.', at('', 'Publish without, or add them')]),
    rule(facts.workshopsTooEarly > 0, [
      'workshop_too_early',
      workshop(facts.workshopsTooEarly, 'before the day that workshops begin'),
      dates('workshopsFrom'),
    ]),
    rule(facts.workshopsBegun > 0, [
      'workshop_begun',
      workshop(facts.workshopsBegun, 'in the past: nobody could book'),
      dates('startsOn'),
    ]),
    rule(facts.workshopsWithoutFacilitator > 0, [
      'no_facilitator',
      workshop(facts.workshopsWithoutFacilitator, 'without a facilitator'),
      at('', 'Think of them'),
    ]),
    rule(facts.workshopsWithoutSeats > 0, [
      'no_seats',
      workshop(facts.workshopsWithoutSeats, 'without seats'),
      at('', 'Think of them'),
    ]),
    rule(
      facts.pricedWorkshops > 0 && !facts.takesMoney,
      ['no_bank', 'Payments are a demonstration: no money is taken.', at('', 'Ask your system administrator')],
      facts.pricedWorkshops > 0 ? 'A bank that takes payments' : '',
    ),
    rule(
      !facts.sendsMail,
      ['no_mail', 'No mail server is set: emails are kept and not sent.', at('', 'Ask your system administrator')],
      'A mail server that sends emails',
    ),
    ...sampleRules(facts),
  ]
}

function sampleRules({ samplePages, sampleProgrammes }: Facts): Rule[] {
  const page = ({ page, texts, eventId }: Facts['samplePages'][number]): Rule => [
    true,
    {
      code: `sample_${page}`,
      sentence: `The page ${sitePage(page).title} still has sample text: ${texts.join(', ')}.`,
      repair: { address: `/console/pages/${page}?eventId=${eventId ?? 'any'}`, label: 'Replace it' },
    },
  ]
  return [
    ...samplePages.map(page),
    [
      sampleProgrammes.length > 0,
      {
        code: 'sample_programmes',
        sentence: `${many(sampleProgrammes.length, 'programme is', 'programmes are')} still the sample: ${sampleProgrammes.join(', ')}.`,
        repair: { address: '/console/programmes?eventId=any', label: 'Replace or remove them' },
      },
      samplePages.length === 0 ? 'No sample text on the pages' : '',
    ],
  ]
}

type Standing = { startsAt: Date; salesStoppedAt: Date | null; cancelledAt: Date | null; free: number }

export function workshopState({ startsAt, salesStoppedAt, cancelledAt, free }: Standing, now: Date): WorkshopState {
  if (cancelledAt) return 'cancelled'
  if (startsAt <= now) return 'over'
  if (salesStoppedAt) return 'stopped'
  return free > 0 ? 'selling' : 'full'
}

type Wanted = { seats: number; date: string; startsAt: Date }
type Stored = { seatsTaken: number; paid: number; startsAt: Date }

/** Why a workshop cannot be so, each at its field. */
export function workshopProblems(
  { seats, date, startsAt }: Wanted,
  before: Stored | undefined,
  { endsOn, now }: { endsOn: string; now: Date },
): { path: string; message: string }[] {
  const isMoved = startsAt.getTime() !== before?.startsAt.getTime()
  return [
    ...(date > endsOn ? [{ path: 'date', message: 'This is after the end of the event.' }] : []),
    ...(isMoved && startsAt <= now ? [{ path: 'time', message: 'This time is over.' }] : []),
    ...(before && seats < before.seatsTaken ? [{ path: 'seats', message: takenSentence(before) }] : []),
  ]
}

function takenSentence({ seatsTaken, paid }: Stored): string {
  const taken = seatsTaken === 1 ? '1 seat is' : `${seatsTaken} seats are`
  return `${taken} taken: ${paid} paid, ${seatsTaken - paid} held. The lowest you can set is ${seatsTaken}.`
}
