-- additive
-- The mail server did not accept our account, our sender address or our connection: a fault of the settings, not of the recipient.
alter type mail_cause add value if not exists 'not_accepted';
