-- Packets that devices send unasked are in the log too. They have no duration.
create or replace view device_log_row as
select l.*, s.site_name, e.dept_id, c.command_name, c.command_name_en, c.command_name_fr,
  case when l.state <> 'received' then extract(epoch from l.ended_at - l.data_time)::float8 end as seconds
from device_log l
join site s using (site_id)
join site_entity e using (entity_id)
left join basic_command c using (command_id);

-- Rows are removed by the time of their end.
create index device_log_ended on device_log (ended_at);

-- Every station of a connection: behind a concentrator there are several.
alter table gateway_connection add column site_ids integer[] not null default '{}';
