-- Delivery writes the state of targets: while none runs, or its rounds fail, that state is out of date.
alter table forward_arrival add column noted_at timestamptz not null default clock_timestamp();

-- Changed readings are taken bit by bit, which may take a while.
create view forward_delivery as
select exists (
    select from lease where name = 'forward' and owner is not null and expires_at > clock_timestamp() - interval '1 minute')
  and coalesce((select noted_at > clock_timestamp() - interval '5 minutes' from forward_arrival
    where not changed order by arrival_id limit 1), true) as is_running;

-- `stalled`: nothing is sent because of this installation, not of the receiver.
create or replace view forward_target_row as
select t.target_id, t.entity_id, t.target_name, t.protocol, t.address, t.status, t.sends_realtime, t.sends_minutes,
  t.sends_hours, t.sends_days, t.sends_corrected, t.all_sites, t.sites, t.factors, t.only_mapped, t.system_code,
  t.password, t.sm4_key, t.crc_mode, t.zone, t.wants_answer, t.answer_seconds, t.min_gap_ms, t.own_connections,
  t.backlog_rate, t.max_hours, t.max_rows, t.topic, t.username, t.header_name, t.header_value, t.ca_certificate,
  t.simulated, t.fail_count, t.last_success_at, t.oldest_unsent, t.unsent, t.skipped,
  case when t.is_stalled then 'forward.problems.stalled' else t.problem end as problem,
  case when not t.is_stalled then t.problem_detail end as problem_detail,
  t.create_by, t.create_time, t.update_by, t.update_time,
  case
    when t.status <> '0' then 'paused'
    when e.status <> '0' or t.state = 'paused' then 'off'
    when t.is_stalled then 'stalled'
    else t.state
  end as state,
  case when t.oldest_unsent is not null
    then greatest(0, extract(epoch from (select limpid_now()) - t.oldest_unsent))::integer end as lag,
  e.entity_name, e.entity_name_en, e.entity_name_fr, e.dept_id,
  case
    when t.is_stalled then 'stalled'
    when t.problem_detail like 'loop refused%' then 'loop'
    when t.problem_detail like 'forbidden address%' then 'forbidden'
    else split_part(t.problem, '.', 3)
  end as problem_kind
from (
  select *, state in ('normal', 'failing') and status = '0' and (select not is_running from forward_delivery) as is_stalled
  from forward_target
) t
join site_entity e using (entity_id);

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
  coalesce(f.rank, 6) as forward_rank, f.last_success_at as forward_last_success_at,
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
    select *, array_position(array['failing', 'stalled', 'paused', 'normal', 'off'], state) as rank from forward_target_row
  ) target
  group by entity_id
) f using (entity_id);
