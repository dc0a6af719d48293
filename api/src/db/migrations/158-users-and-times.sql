-- oldest: 1
-- Everything that a user shows has its line of changes (decisions/189): the invitation and its end, locks by guesses, the second factor and the API key too.
drop trigger users_when_updated on users;
create trigger users_when_updated before update on users for each row
  when ((old.version, old.email, old.first_name, old.last_name, old.phone, old.country, old.user_type, old.active, old.locked or old.guessed_at is not null, old.is_clinician,
         old.email_verified_at, old.invitation_expires_at, old.two_factor_app_enabled, old.two_factor_sms_enabled, old.has_api)
        is distinct from (new.version, new.email, new.first_name, new.last_name, new.phone, new.country, new.user_type, new.active, new.locked or new.guessed_at is not null, new.is_clinician,
         new.email_verified_at, new.invitation_expires_at, new.two_factor_app_enabled, new.two_factor_sms_enabled, new.has_api))
  execute function row_updated();

drop trigger noted_updated on users;
create trigger noted_updated after update on users for each row
  when ((old.version, old.email, old.first_name, old.last_name, old.phone, old.country, old.user_type, old.active, old.locked or old.guessed_at is not null, old.is_clinician,
         old.email_verified_at, old.invitation_expires_at, old.two_factor_app_enabled, old.two_factor_sms_enabled, old.has_api)
        is distinct from (new.version, new.email, new.first_name, new.last_name, new.phone, new.country, new.user_type, new.active, new.locked or new.guessed_at is not null, new.is_clinician,
         new.email_verified_at, new.invitation_expires_at, new.two_factor_app_enabled, new.two_factor_sms_enabled, new.has_api))
  execute function own_row_noted('User');

-- Lists are ordered by these times. A cursor has milliseconds: of rows with the same microsecond it would read some again, or none.
alter table icode_reports alter created_at type timestamptz(3);
alter table settings_records alter created_at type timestamptz(3);
