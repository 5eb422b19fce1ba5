-- How many alarms there are by department, state, severity and type, so that totals of the alarm log need not read 100,000
-- rows. Every change of alarms appends its difference in the same transaction: nobody waits for a row that others count
-- in. A job sums the differences up.
create table alarm_tally (
  dept_id    integer not null,
  state      text not null,
  severity   text not null,
  alarm_type text not null,
  count      integer not null
);
create index alarm_tally_dept on alarm_tally (dept_id);
insert into alarm_tally
select dept_id, state, severity, alarm_type, count(*) from alarm_log group by 1, 2, 3, 4;

create function tally_added_alarms() returns trigger language plpgsql as $$
begin
  insert into alarm_tally
  select dept_id, state, severity, alarm_type, count(*) from added group by 1, 2, 3, 4;
  return null;
end $$;
create trigger tally_added after insert on alarm_log referencing new table as added
  for each statement execute function tally_added_alarms();

create function tally_removed_alarms() returns trigger language plpgsql as $$
begin
  insert into alarm_tally
  select dept_id, state, severity, alarm_type, -count(*) from removed group by 1, 2, 3, 4;
  return null;
end $$;
create trigger tally_removed after delete on alarm_log referencing old table as removed
  for each statement execute function tally_removed_alarms();

-- By row, because most changes of running alarms leave these columns as they are.
create function tally_changed_alarm() returns trigger language plpgsql as $$
begin
  insert into alarm_tally values
    (old.dept_id, old.state, old.severity, old.alarm_type, -1),
    (new.dept_id, new.state, new.severity, new.alarm_type, 1);
  return null;
end $$;
create trigger tally_changed after update on alarm_log for each row
  when ((old.dept_id, old.state, old.severity, old.alarm_type)
    is distinct from (new.dept_id, new.state, new.severity, new.alarm_type))
  execute function tally_changed_alarm();

create function clear_alarm_tally() returns trigger language plpgsql as $$
begin
  -- Not truncate: a restore empties both tables in one statement.
  delete from alarm_tally;
  return null;
end $$;
create trigger tally_cleared after truncate on alarm_log for each statement execute function clear_alarm_tally();

-- Totals by severity, type and state come from the tally, so this index need not hold them; totals of sites whose names
-- contain two letters are counted in it alone.
drop index alarm_log_dept;
create index alarm_log_dept on alarm_log (dept_id, raised_at, alarm_id) include (site_id);
