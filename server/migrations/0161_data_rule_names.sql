-- Names of data rules in three languages, also with the flags, and the chance at which a flat line is flagged.
alter table data_rule add column rule_name_en text, add column rule_name_fr text, add column rarity double precision;
alter table quality_flag add column rule_name_en text, add column rule_name_fr text;

create or replace view data_rule_row as
select r.rule_id, r.rule_name, r.status, r.site_id is null as template, r.site_id, s.site_code, s.site_name,
  coalesce(e.dept_id, r.dept_id) as dept_id, d.dept_name, r.device_type_id, t.type_code, r.test, r.basis, r.channel_id,
  c.channel_code, c.channel_name, c.channel_name_en, c.channel_name_fr, c.unit as channel_unit, r.other_channel_id,
  o.channel_code as other_channel_code, r.min_value, r.max_value, r.factor, r.floor, r.span, r.change, r.tolerance,
  r.percent, r.neighbour_km, r.station_code, f.city as city_name, r.counts, r.create_by, r.create_time, r.update_by,
  r.update_time, r.remark, r.rule_name_en, r.rule_name_fr, r.rarity
from data_rule r
left join site s using (site_id)
left join site_entity e using (entity_id)
join sys_dept d on d.dept_id = coalesce(e.dept_id, r.dept_id)
left join basic_device_type t on t.device_type_id = r.device_type_id
join basic_channel c on c.channel_id = r.channel_id
left join basic_channel o on o.channel_id = r.other_channel_id
left join reference_station f on f.station_code = r.station_code;

create or replace view quality_period_row as
select f.flag_id as period_id, f.site_id, s.site_code, s.site_name, e.dept_id, f.slot, c.channel_code, c.channel_name,
  c.channel_name_en, c.channel_name_fr, c.unit, f.rule_id, f.rule_name, f.test, f.basis, f.ts as began_at,
  (extract(epoch from ended.last - f.ts) / 3600)::integer + 1 as hours, f.value::numeric::float8 as value,
  f.low::numeric::float8 as low, f.high::numeric::float8 as high, f.span, f.counts, f.state, f.reviewed_by, f.reviewed_at,
  f.reason, f.rule_name_en, f.rule_name_fr
from quality_flag f
join site s using (site_id)
join site_entity e using (entity_id)
left join basic_channel c on c.slot = f.slot
cross join lateral (
  select n.ts as last from quality_flag n
  where (n.site_id, n.slot, n.rule_id, n.state, n.counts) = (f.site_id, f.slot, f.rule_id, f.state, f.counts)
    and n.ts >= f.ts and not exists (
      select from quality_flag a
      where (a.site_id, a.slot, a.rule_id, a.state, a.counts) = (n.site_id, n.slot, n.rule_id, n.state, n.counts)
        and a.ts = n.ts + interval '1 hour')
  order by n.ts limit 1
) as ended
where f.state <> 'shared' and not exists (
  select from quality_flag b
  where (b.site_id, b.slot, b.rule_id, b.state, b.counts) = (f.site_id, f.slot, f.rule_id, f.state, f.counts)
    and b.ts = f.ts - interval '1 hour');
