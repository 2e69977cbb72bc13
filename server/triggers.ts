/**
 * Triggers that write a table of another domain than the one they stand on. A table has one owner, and only its functions write it; these
 * are the exceptions, each because no function could keep the promise on every path. The house check refuses any other.
 */
export type CrossingTrigger = { function: string; on: readonly string[]; writes: readonly string[]; because: string }

export const crossingTriggers: readonly CrossingTrigger[] = [
  {
    function: 'count_seats',
    on: ['order_item'],
    writes: ['workshop'],
    because:
      'A seat that is held and not counted would be sold twice: the count moves in the same statement, also by hand.',
  },
  {
    function: 'note_content_change',
    on: ['event', 'programme', 'speciality', 'sub_speciality', 'workshop'],
    writes: ['content_change'],
    because: 'Pages are kept until the content version changes; a change by hand must be seen too.',
  },
  {
    function: 'note_change',
    on: [
      'abstract',
      'account',
      'applicant',
      'closure',
      'email_change',
      'event',
      'order_item',
      'orders',
      'payment_attempt',
      'payment_exception',
      'profile',
      'programme',
      'refund',
      'speciality',
      'staff_grant',
      'staff_link',
      'sub_speciality',
      'workshop',
    ],
    writes: ['act', 'act_change'],
    because:
      'What staff change is in the audit trail whoever wrote the statement: a function can be forgotten, a trigger cannot.',
  },
  {
    function: 'new_password_ends_staff_sessions',
    on: ['account'],
    writes: ['staff_session'],
    because: 'Whoever came in with the old password is out, by whatever path it was changed.',
  },
]

/** Functions that are called by name and write tables of several domains. */
export const crossingFunctions: readonly Omit<CrossingTrigger, 'on'>[] = [
  {
    function: 'erase_person',
    writes: [
      'account',
      'session',
      'pin',
      'reset_pin',
      'password_reset',
      'email_change',
      'data_copy',
      'closure',
      'staff_grant',
      'staff_link',
      'staff_session',
      'profile',
      'abstract',
      'abstract_version',
      'upload',
      'mail',
      'attempt',
    ],
    because: 'Deletion has one door: all of a person goes in one statement, or nothing.',
  },
  {
    function: 'blank_trail',
    writes: ['act', 'act_change'],
    because: 'The words of an erased person leave the trail, which otherwise only grows.',
  },
]
