-- additive
-- Somebody who has only the password of an account must not set up its first second factor: a PIN by email is asked for too.

alter type pin_purpose add value 'factor';
