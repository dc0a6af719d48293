-- A search of one or two letters: an index of trigrams has no pairs of letters. The serial number is stored once more as its pairs, each a word of its
-- own, so that '% a3 %' is found by the same index and the same leak-proof ILIKE as any other search (decisions/040).
--
-- '1234' becomes ' 12 34  23 4 '. The last letter stands alone, so that each letter begins a word.
create or replace function letter_pairs(value text) returns text language sql immutable parallel safe as $$
  select ' ' || regexp_replace(value, '(..)', '\1 ', 'g') || ' ' || regexp_replace(substr(value, 2), '(..)', '\1 ', 'g') || ' '
$$;
