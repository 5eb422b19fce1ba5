-- When a rule was last enabled or changed: its alarms begin after that. Null as long as it is as it was created.
alter table alarm_rule add column changed_at timestamptz;

create function note_rule_change() returns trigger language plpgsql as $$
begin
  new.changed_at := limpid_now();
  return new;
end $$;
-- The columns that decide where and when alarms begin and end.
create trigger note_change before update on alarm_rule for each row
  when (new.status = '0' and (old.status, old.alarm_type, old.target, old.site_id, old.entity_id, old.entity_group,
    old.device_type_id, old.dept_id, old.channel_id, old.index_code, old.basis, old.compare, old.threshold, old.site_limit,
    old.rate_minutes, old.quality_kind, old.window_hours, old.reference_kind, old.dead_band, old.for_seconds,
    old.clear_seconds)
  is distinct from (new.status, new.alarm_type, new.target, new.site_id, new.entity_id, new.entity_group,
    new.device_type_id, new.dept_id, new.channel_id, new.index_code, new.basis, new.compare, new.threshold, new.site_limit,
    new.rate_minutes, new.quality_kind, new.window_hours, new.reference_kind, new.dead_band, new.for_seconds,
    new.clear_seconds))
  execute function note_rule_change();
