-- An entity shows its worst target, and the oldest reading that any of them has not sent.
create or replace view site_entity_row as
select e.entity_id, e.entity_code, e.entity_name, e.entity_name_en, e.entity_name_fr, e.entity_group, e.dept_id,
  e.administrator, e.project_leader, e.order_num, e.forward_protocol, e.forward_address,
  coalesce(f.state, 'off') as forward_state, coalesce(f.fail_count, 0) as forward_fail_count,
  e.zone, e.file, e.longitude, e.latitude, e.status, e.create_by, e.create_time, e.update_by, e.update_time, e.remark,
  d.dept_name, stored.name as file_name,
  extract(epoch from ((select limpid_now()) at time zone e.zone) - ((select limpid_now()) at time zone 'Asia/Shanghai'))
    ::double precision / 3600 as time_difference,
  (select count(*) from site s where s.entity_id = e.entity_id)::integer as site_count,
  coalesce(f.targets, 0) as forward_target_count, f.target_id as forward_target_id,
  coalesce(f.rank, 5) as forward_rank, f.last_success_at as forward_last_success_at,
  f.oldest_unsent as forward_oldest_unsent,
  case when f.oldest_unsent is not null
    then greatest(0, extract(epoch from (select limpid_now()) - f.oldest_unsent))::integer end as forward_lag
from site_entity e
join sys_dept d using (dept_id)
left join file stored on stored.id = e.file
left join (
  select entity_id, count(*)::integer as targets, sum(fail_count)::integer as fail_count,
    min(oldest_unsent) as oldest_unsent, min(rank) as rank,
    (array_agg(state order by rank, last_success_at nulls first, target_id))[1] as state,
    (array_agg(target_id order by rank, last_success_at nulls first, target_id))[1] as target_id,
    (array_agg(last_success_at order by rank, last_success_at nulls first, target_id))[1] as last_success_at
  from (
    select *, array_position(array['failing', 'paused', 'normal', 'off'], state) as rank from forward_target_row
  ) target
  group by entity_id
) f using (entity_id);
