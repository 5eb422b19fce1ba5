-- The kind of problem decides what to do about it; without unsent readings there is no lag.
create or replace view forward_target_row as
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
  case when t.oldest_unsent is not null
    then greatest(0, extract(epoch from (select limpid_now()) - t.oldest_unsent))::integer end as lag,
  e.entity_name, e.entity_name_en, e.entity_name_fr, e.dept_id,
  case
    when t.problem_detail like 'loop refused%' then 'loop'
    when t.problem_detail like 'forbidden address%' then 'forbidden'
    else split_part(t.problem, '.', 3)
  end as problem_kind
from forward_target t
join site_entity e using (entity_id);
