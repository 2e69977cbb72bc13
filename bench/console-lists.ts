/** The lists of the console that are measured, and what people ask of them. */

/** What of the list is measured with many rows: a name, and what stands behind the `?`. */
export type BenchedList = { name: string; path: string; questions: Record<string, string> }

const somebody = 'search=Person%201234'
const nobody = 'search=nobody%20at%20all'

export const lists: BenchedList[] = [
  {
    name: 'people',
    path: '/staff/PeopleList',
    questions: { 'by name': 'sort=name', 'no profile': 'view=no-profile', 'searched for somebody': somebody },
  },
  {
    name: 'orders',
    path: '/staff/OrdersList',
    questions: {
      'largest first': 'sort=-total',
      'paid ones': 'state=paid',
      'not paid': 'state=!paid',
      'of one workshop': 'workshopId=1',
      'not of it': 'workshopId=!1',
      'by card': 'paidBy=card',
      'one day': 'from=2026-01-01&to=2026-01-02',
      'searched by code': 'search=ZZZZZZZZF42',
      'searched by receipt': 'search=R1-000777',
      'searched for somebody': somebody,
      'searched for nobody': nobody,
    },
  },
  {
    name: 'exceptions',
    path: '/staff/ExceptionsList',
    questions: {
      'largest amount first': 'sort=-amount',
      'searched for somebody': somebody,
      'searched for nobody': nobody,
    },
  },
  { name: 'ledger', path: '/staff/LedgerList', questions: { 'by card': 'way=card' } },
  {
    name: 'abstracts',
    path: '/staff/AbstractList',
    questions: { 'best first': 'sort=-mean', 'one type': 'type=Poster', 'searched by number': 'search=A-0777' },
  },
  {
    name: 'acts',
    path: '/staff/AuditList',
    questions: {
      refused: 'outcome=refused',
      'not known how it ended': 'outcome=unknown',
      'about money': 'about=money',
      'one old day': 'from=2017-03-01&to=2017-03-01',
      'searched for nobody': nobody,
    },
  },
  {
    name: 'letters',
    path: '/staff/OutboxList',
    questions: { 'given up': 'state=failed', waiting: 'state=waiting', 'searched for somebody': 'search=person1234' },
  },
]
