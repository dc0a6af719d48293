-- Compliance: results, what was known at a time, reports and their keys, follow-ups.

-- ---- compliance_results

-- The result of a compliance rule for a patient, kept so that lists can filter and count by it. Computed by api/src/compliance.
-- No state is kept: it follows from the dates and the present day, and would be wrong after every midnight.
create table compliance_results (
  org_id int not null,
  patient_id int not null,
  rule text not null,
  rule_version int not null,
  period int not null check (period > 0), -- days from therapy start
  therapy_start date, -- as it was when computed; null: nothing to count from
  window_start date,
  window_end date,
  compliant_days int not null default 0,
  met_on date, -- the night with which the rule was met
  at_risk_on date, -- from then on every night that is left is needed, or the rule is out of reach
  closes_on date, -- from then on no night of the period can arrive any more
  computed_at timestamptz not null,
  cannot_be_met_on date, -- from then on the rule could not be met, whatever arrived
  -- Follow-ups (decisions/127): a patient, a reason, and until when. The reason is computed; stored are the days from which a computed reason holds, next to
  -- the result that they follow from, and what staff decides about it.
  --
  -- From short_on on at most three of the nights that are left may be missed, or the rule is out of reach. Codes are to be read from call_on until call_until; on
  -- that last day a code of call_longest days too. Like the other dates they are true on every later day until a night, a code or a device changes.
  short_on date,
  call_on date,
  call_until date,
  call_longest int,
  constraint compliance_results_pkey primary key (patient_id, rule),
  constraint compliance_results_org_id_patient_id_fkey foreign key (org_id, patient_id) references patients(org_id, id),
  constraint compliance_results_call check ((call_on is null) = (call_until is null) and call_on <= call_until and (call_longest is null
    or call_on is not null)),
  constraint compliance_results_check check (window_end >= window_start),
  constraint compliance_results_check1 check ((therapy_start is null) = (closes_on is null)),
  constraint compliance_results_check2 check (met_on is null or at_risk_on is null or at_risk_on < met_on),
  constraint compliance_results_check3 check (met_on is null or cannot_be_met_on is null),
  constraint compliance_results_short check (met_on is null or short_on is null or short_on < met_on)
);

create trigger compliance_result_changed after insert or update on compliance_results
  for each row when (new.rule = 'CMS PAP') execute function compliance_result_changed();

alter table compliance_results enable row level security, force row level security;
create policy child on compliance_results to airlog_org using (exists (select from patients p where p.id = patient_id));
create policy support on compliance_results to airlog_support using (true) with check (true);
create policy jobs on compliance_results to airlog_jobs using (true) with check (true);
create policy acting on compliance_results as restrictive to airlog_acting
  using (exists (select from patients p where p.id = compliance_results.patient_id));
create policy removed on compliance_results to airlog_definer using (true) with check (true);
grant select on compliance_results to airlog_definer, airlog_jobs, airlog_org, airlog_support;
grant insert on compliance_results to airlog_jobs;
grant update (rule_version, period, therapy_start, window_start, window_end, compliant_days, met_on, at_risk_on, closes_on, computed_at,
  cannot_be_met_on, short_on, call_on, call_until, call_longest) on compliance_results to airlog_jobs;
grant delete on compliance_results to airlog_definer;

-- ---- therapy_start_versions

-- What was known at a time (decisions/115): nights, assignments and therapy start keep what they were, since when and until when, by whatever statement.
-- A version holds after its `since` up to and including its `until`: at a time is known what was written before it. The times are those of transactions, so
-- that what one of them changes is known together; one that waited for a later one comes after it, by a microsecond at least.
create table therapy_start_versions (
  id bigint generated always as identity primary key,
  org_id int not null,
  patient_id int not null,
  therapy_start date, -- null: taken away
  known tstzrange not null check (not isempty(known)), -- (since, until]
  actor_user_id int,
  actor_name text,
  actor_email text, -- as they were then; null: a job, or before this table
  constraint therapy_start_versions_patient_id_known_excl exclude using gist (patient_id with =, known with &&),
  constraint therapy_start_versions_org_id_patient_id_fkey foreign key (org_id, patient_id) references patients(org_id, id) on update cascade on delete cascade
);

create index therapy_start_versions_patient on therapy_start_versions (org_id, patient_id);

alter table therapy_start_versions enable row level security, force row level security;
create policy child on therapy_start_versions for select to airlog_org
  using (exists (select from patients p where p.id = therapy_start_versions.patient_id));
create policy acting on therapy_start_versions as restrictive to airlog_acting
  using (exists (select from patients p where p.id = therapy_start_versions.patient_id));
create policy support on therapy_start_versions for select to airlog_support using (true);
create policy jobs on therapy_start_versions for select to airlog_jobs using (true);
create policy definer on therapy_start_versions to airlog_definer using (true) with check (true);
grant select on therapy_start_versions to airlog_definer, airlog_jobs, airlog_org, airlog_support;
grant insert on therapy_start_versions to airlog_definer;
grant update (known) on therapy_start_versions to airlog_definer;

-- ---- compliance_reports

-- Compliance reports that were issued, each under a verification code, and batches of them (decisions/078).
create table compliance_reports (
  code text primary key check (code ~ '^[0-9A-HJKMNP-TV-Z]{12}$'::text),
  org_id int not null,
  patient_id int not null,
  rule text not null,
  rule_version int not null, -- id and version of the rule
  as_of date not null,
  figures text not null check (length(figures) <= 500000), -- canonical JSON: the digest is of these bytes
  digest bytea not null check (length(digest) = 32),
  user_org_id int not null,
  user_id int not null, -- who issued it
  issued_by text not null,
  issued_for text not null, -- names of the user and of their organization, as they were then
  issued_at timestamptz(3) not null default now(),
  key_id text, -- of report_keys, of which none is deleted; null: issued before reports were signed
  signature bytea check (length(signature) = 64), -- Ed25519, of the canonical JSON of the report
  audit_sequence bigint,
  audit_hash bytea check (length(audit_hash) = 32), -- head of the chain of the audit log at the issue
  constraint compliance_reports_org_id_patient_id_fkey foreign key (org_id, patient_id) references patients(org_id, id),
  constraint compliance_reports_user_org_id_user_id_fkey foreign key (user_org_id, user_id) references users(org_id, id),
  constraint compliance_reports_check check (num_nulls(key_id, signature, audit_sequence, audit_hash) in (0, 4))
);

create index compliance_reports_patient on compliance_reports (org_id, patient_id);
create index compliance_reports_user on compliance_reports (user_org_id, user_id);

create trigger compliance_reports_issued before insert on compliance_reports for each row execute function compliance_report_issued();
create trigger compliance_reports_kept before update or delete or truncate on compliance_reports
  for each statement execute function compliance_reports_are_kept();
create trigger compliance_reports_issued_with before insert on compliance_reports
  for each statement execute function needs_permission('view.patient', 'viewAny.patient');

alter table compliance_reports enable row level security, force row level security;
create policy child on compliance_reports to airlog_org using (exists (select from patients p where p.id = patient_id));
create policy support on compliance_reports to airlog_support using (true) with check (true);
create policy acting on compliance_reports as restrictive to airlog_acting
  using (exists (select from patients p where p.id = compliance_reports.patient_id));
grant select on compliance_reports to airlog_org, airlog_support;
grant insert on compliance_reports to airlog_org, airlog_support;

-- ---- compliance_batches

create table compliance_batches (
  id int generated by default as identity primary key,
  org_id int not null,
  user_id int not null, -- who asked for it
  rule text not null,
  as_of date not null,
  patient_ids int[] not null check (cardinality(patient_ids) >= 1 and cardinality(patient_ids) <= 500),
  unseen_ids int[] not null default '{}', -- those that the user could not see when asking
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  lines jsonb not null default '[]' check (jsonb_typeof(lines) = 'array'::text), -- one for each patient that is done, in their order
  done_count int not null default 0,
  attempts smallint not null default 0,
  dismissed boolean not null default false,
  created_at timestamptz(3) not null default now(),
  constraint compliance_batches_org_id_user_id_fkey foreign key (org_id, user_id) references users(org_id, id) on delete cascade,
  constraint compliance_batches_check check (done_count >= 0 and done_count <= cardinality(patient_ids)),
  constraint compliance_batches_check1 check (jsonb_array_length(lines) = done_count)
);

create index compliance_batches_created on compliance_batches (created_at);
create index compliance_batches_user on compliance_batches (org_id, user_id);

alter table compliance_batches enable row level security, force row level security;
-- The file is of the user who asked for it: no other user reads it, support staff included.
create policy own_user on compliance_batches to airlog_org using (org_id = ctx_org() and user_id = ctx_user());
create policy own_user_support on compliance_batches to airlog_support using (org_id = ctx_org() and user_id = ctx_user());
-- Batches are deleted after 30 days; their reports stay.
create policy auth on compliance_batches to airlog_auth using (true) with check (true);
create policy definer on compliance_batches to airlog_definer using (true) with check (true);
grant select on compliance_batches to airlog_auth, airlog_definer, airlog_org, airlog_support;
grant insert on compliance_batches to airlog_org, airlog_support;
grant update (state) on compliance_batches to airlog_definer;
grant update (state, lines, done_count, attempts, dismissed) on compliance_batches to airlog_org, airlog_support;
grant delete on compliance_batches to airlog_auth;

-- ---- report_keys

-- Keys that sign compliance reports, and the signatures of the reports (decisions/121).
create table report_keys (
  -- Of the key itself: a key that was exchanged has another id.
  id text generated always as (left(encode(sha256(public_key), 'hex'), 16)) stored primary key,
  public_key bytea not null check (length(public_key) = 32), -- Ed25519, as RFC 8032 encodes it
  private_cipher text, -- PKCS #8, encrypted with ENCRYPTION_KEY; removed when the key is retired
  valid_from timestamptz(3) not null,
  valid_until timestamptz(3), -- null: the key in use
  constraint report_keys_check check (valid_until > valid_from),
  constraint report_keys_check1 check ((valid_until is null) = (private_cipher is not null))
);

create unique index report_keys_in_use on report_keys ((true)) where valid_until is null;

alter table report_keys enable row level security, force row level security;
create policy jobs on report_keys to airlog_jobs using (true) with check (true);
create policy auth on report_keys for select to airlog_auth using (true);
create policy definer on report_keys for select to airlog_definer using (true);
-- the public endpoint
grant select on report_keys to airlog_definer, airlog_jobs;
grant select (id, public_key, valid_from, valid_until) on report_keys to airlog_auth;
grant insert on report_keys to airlog_jobs;
grant update (private_cipher, valid_until) on report_keys to airlog_jobs;

-- ---- follow_ups

create table follow_ups (
  id int generated by default as identity primary key,
  org_id int not null,
  patient_id int not null,
  work_org_id int not null references organizations, -- whose decision it is: of the author, or in which support staff acted
  reason text not null check (reason in ('nights_needed', 'icode_call', 'silent', 'settings_failed')),
  act text not null check (act in ('assigned', 'snoozed', 'done', 'reopened')),
  replaces_id int, -- the act before it; null for the first one
  -- Since this act, until the next one:
  assignee_id int,
  assignee_name text, -- of the same organization, as the name was then
  hidden_at timestamptz(3),
  hidden_until date, -- hidden until that day, unless the reason began after that time
  outcome text check (outcome in ('reached', 'left_message', 'no_answer', 'wrong_number', 'not_needed')),
  note text check (length(note) >= 1 and length(note) <= 500),
  -- Who did it, and when:
  author_org_id int not null,
  author_id int not null,
  author_name text not null,
  created_at timestamptz(3) not null default now(),
  replaced_at timestamptz(3),
  constraint follow_ups_org_id_id_key unique (org_id, id),
  constraint follow_ups_author_org_id_author_id_fkey foreign key (author_org_id, author_id) references users(org_id, id),
  constraint follow_ups_org_id_patient_id_fkey foreign key (org_id, patient_id) references patients(org_id, id),
  constraint follow_ups_org_id_replaces_id_fkey foreign key (org_id, replaces_id) references follow_ups(org_id, id),
  constraint follow_ups_work_org_id_assignee_id_fkey foreign key (work_org_id, assignee_id) references users(org_id, id),
  constraint follow_ups_check check ((hidden_at is null) = (hidden_until is null) and (outcome is null or hidden_at is not null)),
  constraint follow_ups_check1 check (act <> 'snoozed'::text or hidden_at is not null and outcome is null),
  constraint follow_ups_check2 check (act <> 'done'::text or outcome is not null),
  constraint follow_ups_check3 check (act <> 'reopened'::text or hidden_at is null),
  constraint follow_ups_check4 check ((assignee_id is null) = (assignee_name is null))
);

create unique index follow_ups_current on follow_ups (work_org_id, patient_id, reason) where replaced_at is null;
create unique index follow_ups_replaced on follow_ups (org_id, replaces_id);
create index follow_ups_patient on follow_ups (patient_id, created_at);
create index follow_ups_owner on follow_ups (org_id, patient_id);
create index follow_ups_assignee on follow_ups (work_org_id, assignee_id) where replaced_at is null;
create index follow_ups_assigned on follow_ups (work_org_id, assignee_id);
create index follow_ups_hidden on follow_ups (work_org_id, hidden_until) where replaced_at is null and hidden_until is not null;
create index follow_ups_author on follow_ups (author_org_id, author_id);

create trigger follow_ups_written before insert on follow_ups for each row execute function follow_up_written();
create trigger follow_ups_replaced before update on follow_ups for each row execute function follow_up_replaced();
create trigger follow_ups_never_deleted before delete or truncate on follow_ups for each statement execute function follow_ups_are_kept();

alter table follow_ups enable row level security, force row level security;
create policy own on follow_ups to airlog_org
  using (work_org_id = ctx_org() and exists (select from patients p where p.id = follow_ups.patient_id offset 0));
create policy support on follow_ups to airlog_support using (true) with check (true);
create policy acting on follow_ups as restrictive to airlog_acting
  using (work_org_id = ctx_acting() and exists (select from patients p where p.id = follow_ups.patient_id offset 0));
grant select on follow_ups to airlog_org, airlog_support;
grant insert (org_id, patient_id, reason, act, replaces_id, assignee_id, hidden_until, outcome, note) on follow_ups to airlog_org,
  airlog_support;
grant update (replaced_at) on follow_ups to airlog_org, airlog_support;

-- ---- verifications

-- What a verification of stored figures found and derived again. A row for each run, two a night.
create table verifications (
  id int generated always as identity primary key,
  kind text not null check (kind in ('compliance', 'derived')),
  verified_at timestamptz not null default now(),
  repaired int not null,
  repaired_of_orgs jsonb not null -- the number for each organization that sees some of them
);

create index verifications_kind on verifications (kind, id desc);

create trigger verifications_inbox after insert on verifications for each row when (new.repaired > 0) execute function verifications_inbox();

alter table verifications enable row level security, force row level security;
create policy jobs on verifications for insert to airlog_jobs with check (true);
create policy definer on verifications for select to airlog_definer using (true);
grant select on verifications to airlog_definer;
grant insert (kind, verified_at, repaired, repaired_of_orgs) on verifications to airlog_jobs;
