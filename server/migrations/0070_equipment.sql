-- Which code of its packets carries the firmware and the signal strength of a device: an InfoId of 3020 or any other code.
alter table basic_device_type
  add column firmware_code text,
  add column signal_code   text;
drop view basic_device_type_row;
create view basic_device_type_row as
select t.*, (
    select string_agg(c.channel_code, ', ' order by l.order_num)
    from basic_device_type_channel l join basic_channel c using (channel_id)
    where l.device_type_id = t.device_type_id
  ) as channel_codes
from basic_device_type t;

-- What devices report about themselves; the drift is that of their clock in seconds, positive if it is ahead.
alter table site_contact
  add column firmware    text,
  add column signal      text,
  add column clock_drift real;

-- One row per device. What only few columns need is a subquery: a list computes it for the rows of a page.
create view equipment_row as
select s.site_id, s.site_code, s.site_name, s.mn, s.device_type_id, t.type_name, t.type_name_en, t.type_name_fr,
  t.protocol, s.entity_id, e.entity_name, e.entity_name_en, e.entity_name_fr, e.dept_id, e.zone, s.iot_card,
  s.report_interval, s.simulated, s.status, c.last_seen, c.address, c.firmware, c.signal, c.clock_drift,
  case when c.last_seen >= (select limpid_now()) - online_window(s.report_interval) then 'on' else 'off' end as online,
  -- The packets of today, as listDayCompleteness counts them.
  (
    select round(least(expected, round(coalesce(received, 0)::numeric / s.report_interval)) / nullif(expected, 0), 4)::float8
    from (
      select d.received, case when d.day is not null and d.received is null then 0 else
          floor(greatest(0, extract(epoch from (select limpid_now()) - interval '6 minutes' - greatest(starts, since)))
            / s.report_interval) end as expected
      from (select ((select limpid_now()) at time zone e.zone)::date as today) as clock
      cross join lateral (select today::timestamp at time zone e.zone as starts) as midnight
      cross join lateral (select min(day) as first_day from reading_day where site_id = s.site_id) as days
      cross join lateral (
        select coalesce((
          select min(ts) from reading_hour
          where site_id = s.site_id and first_day = today and ts >= starts and ts < starts + interval '1 day'
        ), first_day::timestamp at time zone e.zone, s.create_time) as since
      ) as beginning
      left join reading_day d on d.site_id = s.site_id and d.day = today
    ) as counted
  ) as completeness,
  -- Only orders have a batch: what a device sends unasked is no command.
  (
    select l.state from device_log l where l.site_id = s.site_id and l.batch_id is not null
    order by l.data_time desc, l.log_id desc limit 1
  ) as command_state,
  (select max(l.data_time) from device_log l where l.site_id = s.site_id and l.batch_id is not null) as command_time,
  (
    select n.command_name from device_log l left join basic_command n using (command_id)
    where l.site_id = s.site_id and l.batch_id is not null order by l.data_time desc, l.log_id desc limit 1
  ) as command_name,
  (
    select n.command_name_en from device_log l left join basic_command n using (command_id)
    where l.site_id = s.site_id and l.batch_id is not null order by l.data_time desc, l.log_id desc limit 1
  ) as command_name_en,
  (
    select n.command_name_fr from device_log l left join basic_command n using (command_id)
    where l.site_id = s.site_id and l.batch_id is not null order by l.data_time desc, l.log_id desc limit 1
  ) as command_name_fr,
  (select count(*)::integer from alarm_log a where a.site_id = s.site_id and a.ended_at is null) as alarms
from site s
join site_entity e using (entity_id)
join basic_device_type t using (device_type_id)
left join site_contact c using (site_id);
