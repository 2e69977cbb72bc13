-- additive
-- What the bank confirmed of a refund, and what it said last of a payment that is not finished.

-- Asked for and confirmed may differ: the ledger follows the bank, and the difference is for a person.
alter type exception_kind add value 'refund_difference';

-- Empty for refunds of version 0.1, which kept neither and wrote no letter.
alter table refund
  add column currency text not null default 'PKR' check (currency ~ '^[A-Z]{3}$'),
  add column confirmed_amount bigint check (confirmed_amount > 0),
  add column confirmed_currency text check (confirmed_currency ~ '^[A-Z]{3}$'),
  add constraint refund_confirmed_in_a_currency check ((confirmed_amount is null) = (confirmed_currency is null)),
  add constraint refund_confirmed_when_done check (confirmed_amount is null or state = 'done');

alter table payment_attempt
  -- The kind of the last fact; empty before the first.
  add column last_fact text not null default '',
  -- When somebody last asked the bank on a person's behalf: the next one to ask within seconds is told the same.
  add column last_asked_at timestamptz,
  -- Since when the bank says that it is making up its mind. A list that does not show the payment yet does not unsay it.
  add column deciding_since timestamptz;

-- The pretend bank gives back what it is asked to, and no more than it took.
alter table sandbox_payment add column refunded_amount bigint check (refunded_amount <= captured_amount);
