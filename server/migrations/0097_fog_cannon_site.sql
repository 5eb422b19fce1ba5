-- Whether a site was chosen for a cannon: one that was removed is not replaced by the nearest one.
alter table fog_cannon add column has_site boolean not null default false;
update fog_cannon set has_site = true where site_id is not null;

create or replace view fog_measuring_site as
select c.cannon_id, case when c.has_site then c.site_id else coalesce(c.site_id, (
  select s.site_id from site s
  where s.entity_id = c.entity_id and s.status = '0' and s.longitude is not null and c.longitude is not null
  order by (s.longitude - c.longitude) ^ 2 * cos(radians(c.latitude)) ^ 2 + (s.latitude - c.latitude) ^ 2 limit 1
)) end as site_id
from fog_cannon c;

drop view fog_cannon_row;
create view fog_cannon_row as
select c.*, e.entity_name, e.entity_name_en, e.entity_name_fr, e.dept_id, s.site_name,
  case when c.status = '0' then coalesce(t.switch_state, 'unknown') else 'unknown' end as switch_state,
  t.commanded_state, t.commanded_at, t.confirmed_by, t.confirmed_at, coalesce(t.link_state, 'unknown') as link_state,
  coalesce(t.problem, case when c.has_site and c.site_id is null then 'errors.fog.site_gone' end) as problem,
  t.manual_until, r.started_at as run_started_at, r.stop_by as run_stop_by,
  (select max(started_at) from fog_run where cannon_id = c.cannon_id) as last_run_at
from fog_cannon c
join site_entity e using (entity_id)
left join site s on s.site_id = c.site_id
left join fog_cannon_state t on t.cannon_id = c.cannon_id
left join fog_run r on r.cannon_id = c.cannon_id and r.ended_at is null;
