-- Stations that are made up are told apart wherever they are listed.
create or replace view gateway_connection_row as
select c.*, s.site_name, e.entity_name, e.entity_name_en, e.entity_name_fr, e.dept_id,
  coalesce(s.simulated, false) as simulated
from gateway_connection c
left join site s using (site_id)
left join site_entity e using (entity_id);

create or replace view gateway_refusal_row as
select r.refusal_id, r.mn, r.reason, r.count, r.last_seen, r.address, r.detail, s.site_name, e.dept_id,
  case when r.last_seen::date = now()::date then r.today else 0 end as today,
  coalesce(s.simulated, false) as simulated
from gateway_refusal r
left join site s on upper(s.mn) = upper(r.mn)
left join site_entity e using (entity_id);
