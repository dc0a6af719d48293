-- The states that may follow each other. A migration that fails, also in its undo, can be undone.
create or replace function patient_migration_follows(was text, becomes text) returns boolean language sql immutable as $$
  select (was, becomes) in (('waiting', 'running'), ('waiting', 'failed'), ('running', 'done'), ('running', 'failed'),
    ('done', 'undoing'), ('failed', 'undoing'), ('undoing', 'undone'), ('undoing', 'undo_failed'), ('undo_failed', 'undoing'))
$$;
