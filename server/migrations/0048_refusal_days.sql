-- "Refused today" counts the day of the station's own zone, as every other "today" does; without a known station that of the database.
create or replace view gateway_refusal_row as
select r.refusal_id, r.mn, r.reason, r.count, r.last_seen, r.address, r.detail, s.site_name, e.dept_id,
  case when (r.last_seen at time zone own.zone)::date = (now() at time zone own.zone)::date then r.today else 0 end as today,
  coalesce(s.simulated, false) as simulated
from gateway_refusal r
left join site s on upper(s.mn) = upper(r.mn)
left join site_entity e using (entity_id)
cross join lateral (select coalesce(e.zone, current_setting('TimeZone')) as zone) own;
