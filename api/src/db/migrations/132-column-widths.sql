-- The widths of columns that a user chose, as [{"column", "width"}] in pixels. Null: the widths follow the content.
alter table table_preferences add column column_widths jsonb
  check (jsonb_typeof(column_widths) = 'array' and jsonb_array_length(column_widths) <= 100);

grant update (column_widths) on table_preferences to airlog_org, airlog_support;
