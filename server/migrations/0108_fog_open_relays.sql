-- Until when the settings of a cannon may be changed, or the cannon removed, although its relay may be on: somebody has
-- confirmed that the relay cannot be reached.
alter table fog_cannon_state add column given_up_until timestamptz;

-- DTUs that nobody knows were stored with everything that they sent first, passwords included.
delete from fog_dtu where registration ~ '[\s,;:|/]';

-- The channel of the values before and after a run: that of the rule that began it.
alter table fog_run add column channel_code text not null default 'PM10';
create or replace view fog_run_row as
select r.run_id, r.cannon_id, c.cannon_name, e.entity_name, e.entity_name_en, e.entity_name_fr, e.dept_id, r.started_at,
  r.ended_at, extract(epoch from r.ended_at - r.started_at)::integer as seconds, r.reason, r.started_by, r.end_reason,
  r.ended_by, s.site_name, r.value_before, r.value_after, r.water,
  case when r.confirmed_at is null then 'no' else 'yes' end as confirmed, r.channel_code
from fog_run r
join fog_cannon c using (cannon_id)
join site_entity e using (entity_id)
left join site s on s.site_id = r.site_id;
