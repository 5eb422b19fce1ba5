create index forward_log_target on forward_log (target_id, create_time, log_id) where target_id is not null;
create index forward_log_site on forward_log (site_id, create_time, log_id) where site_id is not null;

create view forward_log_row as
select l.log_id, l.type, l.business_key, l.handle_data, l.handle_result, l.error_msg, l.data_time, l.create_time,
  l.target_id, l.site_id, l.kind, t.target_name, s.site_name
from forward_log l
left join forward_target t using (target_id)
left join site s on s.site_id = l.site_id;
