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
    on: ['event', 'page_version', 'programme', 'speciality', 'sub_speciality', 'workshop'],
    writes: ['content_change'],
    because: 'Pages are kept until the content version changes; a change by hand must be seen too.',
  },
  {
    function: 'note_change',
    on: [
      'abstract',
      'abstract_author',
      'account',
      'account_alias',
      'account_merge',
      'applicant',
      'asset',
      'assignment',
      'assignment_run',
      'audit_blanking',
      'closing',
      'closure',
      'conflict',
      'criterion',
      'decision',
      'decision_batch',
      'email_change',
      'event',
      'extension',
      'finance_rule',
      'likeness',
      'mail',
      'mailing',
      'not_same_person',
      'offline_payment',
      'order_given',
      'order_item',
      'orders',
      'page_version',
      'passkey',
      'payment_attempt',
      'payment_exception',
      'payout',
      'person_note',
      'place_limit',
      'profile',
      'programme',
      'recovery_code',
      'redaction',
      'refund',
      'refund_proposal',
      'remark',
      'review_call',
      'reviewer',
      'reviewer_field',
      'saved_letter',
      'seat_move',
      'speciality',
      'staff_grant',
      'staff_invitation',
      'staff_link',
      'sub_speciality',
      'totp',
      'workshop',
    ],
    writes: ['act', 'act_change'],
    because:
      'What staff change is in the audit trail whoever wrote the statement: a function can be forgotten, a trigger cannot.',
  },
  {
    function: 'erased_have_no_extension',
    on: ['account'],
    writes: ['extension'],
    because: 'An extension is known by an address: whoever is erased leaves none, by whatever path it happens.',
  },
  {
    function: 'extension_follows_its_person',
    on: ['account'],
    writes: ['extension'],
    because:
      'An extension is known by an address: it stays with its person when the address changes, by whatever path.',
  },
  {
    function: 'erased_get_no_letters',
    on: ['account'],
    writes: ['act_change', 'announcement_refusal', 'mail', 'mailing', 'mailing_recipient'],
    because:
      'Whoever is erased gets no letter that still waits, and what was written to them alone goes, by whatever path.',
  },
  {
    function: 'erased_have_no_notes',
    on: ['account'],
    writes: ['account_alias', 'act_change', 'not_same_person', 'person_note', 'receipt_name'],
    because: 'What staff wrote about somebody goes with them, by whatever path they are erased.',
  },
  {
    function: 'exports_end_with_the_role',
    on: ['staff_grant'],
    writes: ['export_file'],
    because: 'Accounts know nothing of lists: whoever loses a role must still not take along what they read by it.',
  },
  {
    function: 'receipt_has_its_name',
    on: ['receipt'],
    writes: ['receipt_name'],
    because: 'A receipt keeps the name that it was printed with, whoever writes it and whatever becomes of the name.',
  },
  {
    function: 'erased_have_no_draft_photo',
    on: ['account'],
    writes: ['offline_payment'],
    because: 'The photo of a draft shows a name: whoever is erased leaves none, by whatever path it happens.',
  },
  {
    function: 'draw_bid_key',
    on: ['review_call'],
    writes: ['bid_key'],
    because: 'Where wishes are asked for there is a lot to draw them by, also where they were allowed by hand.',
  },
  {
    function: 'cancel_forbidden',
    on: ['conflict', 'reviewer', 'reviewer_address'],
    writes: ['assignment'],
    because:
      'Nobody goes on reading what they turn out to be in conflict with, whoever wrote the conflict or the address.',
  },
  {
    function: 'authors_are_remembered',
    on: ['abstract_author', 'named_conflict'],
    writes: ['author_entry'],
    because: 'A name that is taken off a list counts on once review has begun, whatever wrote the list.',
  },
  {
    function: 'named_later_is_possible',
    on: ['author_entry'],
    writes: ['assignment', 'conflict'],
    because:
      'Abstracts know nothing of reviewers: a co-author who is named while they review it is looked at by a chair, whoever wrote the name.',
  },
  {
    function: 'reviewers_take_their_address',
    on: ['account'],
    writes: ['reviewer_address'],
    because:
      'Accounts know nothing of reviewers: whoever takes another address must still not read what they wrote under it.',
  },
  {
    function: 'cancel_unfinished',
    on: ['abstract', 'reviewer'],
    writes: ['assignment'],
    because: 'Abstracts know nothing of reviews: what is withdrawn or decided must still not be reviewed on.',
  },
  {
    function: 'erased_are_no_authors',
    on: ['account'],
    writes: ['abstract_author', 'act_change', 'bid', 'conflict', 'named_conflict', 'reviewer', 'reviewer_address'],
    because: 'Name and address of an erased person must be nowhere, also not among the authors and reviewers.',
  },
  {
    function: 'erased_are_named_nowhere',
    on: ['account'],
    writes: ['author_entry'],
    because: 'The name and address of an erased person leave the history of every list of authors too.',
  },
  {
    function: 'erased_have_no_decisions',
    on: ['account'],
    writes: ['act_change', 'decision'],
    because: 'What chairs wrote to somebody goes with them, by whatever path they are erased.',
  },
  {
    function: 'withdrawn_get_no_decision',
    on: ['abstract'],
    writes: ['mail'],
    because: 'Abstracts know nothing of decisions: whoever withdraws must still get no letter that accepts it.',
  },
  {
    function: 'merged_come_back',
    on: ['abstract'],
    writes: ['abstract', 'decision', 'decision_batch'],
    because: 'Abstracts know nothing of decisions: none may stay merged into one that its author withdrew.',
  },
  {
    function: 'erased_leave_no_drafts',
    on: ['account'],
    writes: ['assignment', 'review', 'review_score'],
    because:
      'What an erased reviewer began and never submitted, or wrote to the chairs when declining, is nobody else’s.',
  },
  {
    function: 'redaction_is_needed',
    on: ['abstract'],
    writes: ['redaction'],
    because:
      'Whoever moves an abstract to the reviewers: nothing of it is seen before somebody or something has read it for names.',
  },
  {
    function: 'authors_are_looked_for_again',
    on: ['abstract_author', 'account', 'profile'],
    writes: ['redaction'],
    because:
      'Accounts, profiles and authors know nothing of redactions: a name that comes later must still not be read by a reviewer.',
  },
  {
    function: 'erased_are_in_no_redaction',
    on: ['account'],
    writes: ['act_change', 'redaction'],
    because: 'What was found in an abstract names its authors: it goes with them, by whatever path they are erased.',
  },
  {
    function: 'new_password_ends_staff_sessions',
    on: ['account'],
    writes: ['staff_session'],
    because: 'Whoever came in with the old password is out, by whatever path it was changed.',
  },
  {
    function: 'erased_person_has_no_invitation',
    on: ['account'],
    writes: ['staff_invitation'],
    because: 'The address of an erased person must be nowhere, by whatever function they were erased.',
  },
]

/** Functions that are called by name and write tables of several domains. */
export const crossingFunctions: readonly Omit<CrossingTrigger, 'on'>[] = [
  {
    function: 'find_person',
    writes: ['person_search'],
    because:
      'A search that does not know the newest name finds nobody: it follows accounts and profiles in their own statement.',
  },
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
      'challenge',
      'passkey',
      'totp',
      'recovery_code',
      'profile',
      'abstract',
      'abstract_version',
      'upload',
      'mail',
      'attempt',
      'audit_blanking',
    ],
    because: 'Deletion has one door: all of a person goes in one statement, or nothing.',
  },
  {
    function: 'blank_trail',
    writes: ['act', 'act_change'],
    because: 'The words of an erased person leave the trail, which otherwise only grows.',
  },
]
