-- A removed target leaves its name and entity: its reissues and log entries stay with those who could see them.
create table forward_removed_target (
  target_id   integer primary key,
  -- Without a foreign key: if the entity is removed too, only those who reach all data see what is left.
  entity_id   integer not null,
  target_name text not null
);

create function keep_removed_target() returns trigger language plpgsql as $$
begin
  insert into forward_removed_target (target_id, entity_id, target_name)
  values (old.target_id, old.entity_id, old.target_name) on conflict do nothing;
  return null;
end $$;
create trigger keep_removed after delete on forward_target for each row execute function keep_removed_target();

create view forward_known_target as
select t.target_id, t.target_name, t.entity_id, t.is_removed, e.entity_name, e.entity_name_en, e.entity_name_fr, e.dept_id
from (
  select target_id, target_name, entity_id, false as is_removed from forward_target
  union all
  select target_id, target_name, entity_id, true from forward_removed_target
) t
left join site_entity e using (entity_id);

drop view forward_log_row;
create view forward_log_row as
select l.log_id, l.type, l.business_key, l.handle_data, l.handle_result, l.error_msg, l.data_time, l.create_time,
  l.target_id, l.site_id, l.kind::text as kind, t.target_name, s.site_name,
  coalesce(t.is_removed, l.target_id is not null) as is_target_removed, t.entity_name, t.entity_name_en, t.entity_name_fr
from forward_log l
left join forward_known_target t using (target_id)
left join site s on s.site_id = l.site_id;

create or replace view forward_reissue_row as
select r.reissue_id, r.from_ts, r.to_ts, array_to_string(r.kinds, ',') as kinds, r.site_ids, r.target_ids, r.acknowledged, r.total, r.end_time,
  r.create_by, r.create_time, r.update_by, r.update_time,
  case when r.state in ('running', 'paused') and g.gaps = 0 then 'done' else r.state end as state,
  case when r.state = 'stopped' then r.stopped_left else least(r.total, g.left_over) end as left_over,
  r.total - case when r.state = 'stopped' then coalesce(r.stopped_left, 0) else least(r.total, g.left_over) end as sent,
  array_length(r.site_ids, 1) as site_count,
  (select string_agg(site_name, ', ' order by site_code) from (
    select site_name, site_code from site where site_id = any(r.site_ids) order by site_code limit 20) s) as site_names,
  (select string_agg(target_name, ', ' order by target_id) from forward_known_target
    where target_id = any(r.target_ids)) as target_names,
  (select coalesce(bool_or(t.status <> '0' or t.state in ('failing', 'off')), false) from forward_target t
    where t.target_id in (select target_id from forward_gap where reissue_id = r.reissue_id)) as is_held
from forward_reissue r
cross join lateral (
  select count(*) as gaps, coalesce(sum(readings), 0)::integer as left_over from forward_gap
  where reissue_id = r.reissue_id
) g;
