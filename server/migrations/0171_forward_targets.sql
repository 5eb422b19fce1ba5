-- Two spellings of one host are one receiver.
alter table forward_target drop constraint forward_target_address;
create unique index forward_target_address on forward_target (entity_id, lower(address));

-- Every address of an entity becomes a target. It is paused: nothing was sent there before, and nobody has asked for it.
insert into forward_target (entity_id, target_name, protocol, address, status, create_by)
select entity_id, left(address, 60), forward_protocol, address, '1', 'system'
from (
  select entity_id, forward_protocol, btrim(part) as address, place
  from site_entity, unnest(string_to_array(forward_address, '#')) with ordinality as parts (part, place)
) addresses
where address <> '' and forward_protocol in ('hj212-2005', 'hj212-2017', 'hj212-2025', 'json')
order by entity_id, place
on conflict do nothing;

-- A pause shows at once, before delivery has taken it.
create view forward_target_row as
select t.target_id, t.entity_id, t.target_name, t.protocol, t.address, t.status, t.sends_realtime, t.sends_minutes,
  t.sends_hours, t.sends_days, t.sends_corrected, t.all_sites, t.sites, t.factors, t.only_mapped, t.system_code,
  t.password, t.sm4_key, t.crc_mode, t.zone, t.wants_answer, t.answer_seconds, t.min_gap_ms, t.own_connections,
  t.backlog_rate, t.max_hours, t.max_rows, t.topic, t.username, t.header_name, t.header_value, t.ca_certificate,
  t.simulated, t.fail_count, t.last_success_at, t.oldest_unsent, t.unsent, t.skipped, t.problem, t.problem_detail,
  t.create_by, t.create_time, t.update_by, t.update_time,
  case
    when t.status <> '0' then 'paused'
    when e.status <> '0' or t.state = 'paused' then 'off'
    else t.state
  end as state,
  greatest(0, extract(epoch from (select limpid_now()) - t.oldest_unsent))::integer as lag,
  e.entity_name, e.entity_name_en, e.entity_name_fr, e.dept_id
from forward_target t
join site_entity e using (entity_id);

-- The state of an entity is the worst of its targets.
create or replace view site_entity_row as
select e.entity_id, e.entity_code, e.entity_name, e.entity_name_en, e.entity_name_fr, e.entity_group, e.dept_id,
  e.administrator, e.project_leader, e.order_num, e.forward_protocol, e.forward_address,
  coalesce(f.state, 'off') as forward_state, coalesce(f.fail_count, 0) as forward_fail_count,
  e.zone, e.file, e.longitude, e.latitude, e.status, e.create_by, e.create_time, e.update_by, e.update_time, e.remark,
  d.dept_name, stored.name as file_name,
  extract(epoch from ((select limpid_now()) at time zone e.zone) - ((select limpid_now()) at time zone 'Asia/Shanghai'))
    ::double precision / 3600 as time_difference,
  (select count(*) from site s where s.entity_id = e.entity_id)::integer as site_count
from site_entity e
join sys_dept d using (dept_id)
left join file stored on stored.id = e.file
left join (
  select entity_id, sum(fail_count)::integer as fail_count,
    (array['failing', 'paused', 'normal', 'off'])[
      min(array_position(array['failing', 'paused', 'normal', 'off'], state))] as state
  from forward_target_row group by entity_id
) f using (entity_id);

alter table site_entity drop column forward_state, drop column forward_fail_count;
