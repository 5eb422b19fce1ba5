-- The last command that was ordered for each site: the list of devices shows and sorts by it.
create table device_last_command (
  site_id integer primary key references site on delete cascade,
  log_id  bigint not null references device_log on delete cascade
);
create index device_last_command_log on device_last_command (log_id);

-- Only orders have a batch: what a device sends unasked is no command.
insert into device_last_command (site_id, log_id)
select distinct on (site_id) site_id, log_id from device_log where batch_id is not null
order by site_id, data_time desc, log_id desc;

create function note_last_commands() returns trigger language plpgsql as $$
begin
  insert into device_last_command (site_id, log_id)
  select site_id, max(log_id) from inserted where batch_id is not null group by site_id order by site_id
  on conflict (site_id) do update set log_id = greatest(device_last_command.log_id, excluded.log_id);
  return null;
end $$;
create trigger note_last_commands after insert on device_log referencing new table as inserted
  for each statement execute function note_last_commands();

-- When the packets of a site count from today on, if the day before does not show it: from its first hour. A function,
-- because a query that never needs it must not plan it for every partition.
create function site_day_beginning(site integer, today date, zone text, has_today boolean, created timestamptz)
returns timestamptz language sql stable as $$
  select case when exists (select from reading_day where site_id = site and day < today) then starts
    else greatest(starts, coalesce(
      case when has_today then coalesce((
        select min(ts) from reading_hour where site_id = site and ts >= starts and ts < starts + interval '1 day'
      ), starts) end,
      (select min(day) from reading_day where site_id = site)::timestamp at time zone zone,
      created
    )) end
  from (select today::timestamp at time zone zone as starts) as midnight
$$;

-- One row per device. Joins are on unique columns, so that a query without their columns does not make them.
create or replace view equipment_row as
select s.site_id, s.site_code, s.site_name, s.mn, s.device_type_id, t.type_name, t.type_name_en, t.type_name_fr,
  s.protocol, s.entity_id, e.entity_name, e.entity_name_en, e.entity_name_fr, e.dept_id, e.zone, s.iot_card,
  s.report_interval, s.simulated, s.status, c.last_seen, c.address,
  -- What was reported before the type stopped naming the code is no longer known to be true.
  case when t.firmware_code <> '' then c.firmware end as firmware, case when t.signal_code <> '' then c.signal end as signal,
  c.clock_drift,
  case when c.last_seen >= (select limpid_now()) - online_window(s.report_interval) then 'on' else 'off' end as online,
  -- The packets of today, as listDayCompleteness counts them. A site with earlier days counts from midnight: mostly the
  -- day before shows it. Bounds that are the same for all sites open the partitions of these days only.
  (
    select round(least(expected, round(coalesce(received, 0)::numeric / s.report_interval)) / nullif(expected, 0), 4)::float8
    from (
      select max(p.received) filter (where p.day = today) as received, coalesce(bool_or(p.day = today), false) as has_today,
        coalesce(bool_or(p.day < today), false) as has_earlier, count(*) = 0 as is_silent
      from reading_day p
      where p.site_id = s.site_id and p.day between (select limpid_now())::date - 3 and (select limpid_now())::date + 1
    ) as days
    cross join lateral (
      select case when has_today and received is null then 0 else floor(greatest(0, extract(epoch from
        (select limpid_now()) - interval '6 minutes' - case when has_earlier or (is_silent and s.create_time < starts) then starts
          else site_day_beginning(s.site_id, z.today, z.zone, has_today, s.create_time) end)) / s.report_interval) end as expected
    ) as counted
  ) as completeness,
  l.state as command_state, l.data_time as command_time, n.command_name, n.command_name_en, n.command_name_fr,
  coalesce(a.alarms, 0) as alarms
from site s
join site_entity e using (entity_id)
join basic_device_type t using (device_type_id)
left join site_contact c using (site_id)
left join (
  -- Once per zone: converting times by the name of a zone takes longer than finding a row.
  select zone, ((select limpid_now()) at time zone zone)::date as today,
    ((select limpid_now()) at time zone zone)::date::timestamp at time zone zone as starts
  from site_entity group by zone
) as z on z.zone = e.zone
left join device_last_command o on o.site_id = s.site_id
left join device_log l on l.log_id = o.log_id
left join basic_command n on n.command_id = l.command_id
left join (
  select site_id, count(*)::integer as alarms from alarm_log where ended_at is null group by site_id
) as a on a.site_id = s.site_id;

-- Commands of an order to one device follow each other.
drop index device_log_batch;
create index device_log_batch on device_log (batch_id, site_id) where batch_id is not null;
