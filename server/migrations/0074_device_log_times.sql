-- The duration of a command counts from its sending: the time it waited for its device is not that of the exchange.
create or replace view device_log_row as
select l.*, s.site_name, e.dept_id, c.command_name, c.command_name_en, c.command_name_fr,
  case when l.state <> 'received'
    then extract(epoch from l.ended_at - coalesce(l.sent_at, l.data_time))::float8 end as seconds
from device_log l
join site s using (site_id)
join site_entity e using (entity_id)
left join basic_command c using (command_id);
