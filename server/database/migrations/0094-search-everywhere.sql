-- additive
-- Orders, receipts, seats and workshops are searched as people are: accents, Urdu vowel signs and either apostrophe make no difference.

-- Every word that was typed is in the text, whole or in part. Also a name typed without its apostrophe. Only signs: as they stand.
create function has_words(typed text, words text) returns boolean language sql immutable parallel safe
begin atomic
  select case when cardinality(search_words(typed)) = 0 then position(search_form(typed) in search_form(words)) > 0
    else not exists (select from unnest(search_words(typed)) as word where position(word in search_form(words)) = 0
      and position(word in regexp_replace(search_form(words), '[''\u2018\u2019\u02bc`]', '', 'g')) = 0) end;
end;
