-- Rows of department 0 count the alarms of all departments: a reader of everything need not sum up every department.
insert into alarm_tally
select 0, state, severity, alarm_type, sum(count) from alarm_tally group by 2, 3, 4 having sum(count) <> 0;

create or replace function tally_added_alarms() returns trigger language plpgsql as $$
begin
  insert into alarm_tally
  select coalesce(dept_id, 0), state, severity, alarm_type, count(*) from added
  group by grouping sets ((dept_id, state, severity, alarm_type), (state, severity, alarm_type));
  return null;
end $$;

create or replace function tally_removed_alarms() returns trigger language plpgsql as $$
begin
  insert into alarm_tally
  select coalesce(dept_id, 0), state, severity, alarm_type, -count(*) from removed
  group by grouping sets ((dept_id, state, severity, alarm_type), (state, severity, alarm_type));
  return null;
end $$;

create or replace function tally_changed_alarm() returns trigger language plpgsql as $$
begin
  insert into alarm_tally
  select dept, state, severity, alarm_type, count from (values
    (old.dept_id, old.state, old.severity, old.alarm_type, -1),
    (new.dept_id, new.state, new.severity, new.alarm_type, 1)) changed(dept_id, state, severity, alarm_type, count)
  cross join lateral unnest(array[dept_id, 0]) dept;
  return null;
end $$;
