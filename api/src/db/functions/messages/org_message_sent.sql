-- A message is of the user who sends it, and has only what the sanitizer leaves (org-messages-html.ts).
create or replace function org_message_sent() returns trigger language plpgsql as $$
begin
  if not is_staff() then return new; end if;
  new.sent_by_org_id := ctx_org();
  new.sent_by_id := ctx_user();
  if regexp_replace(new.html, '</?(b|i|em|strong|p|ul|ol|li|code|a)>|<br ?/?>|<a href="https://[^"<>]*">', '', 'g') ~ '[<>]' then
    perform refuse('A message has only the tags that the portal sends.');
  end if;
  return new;
end $$;
