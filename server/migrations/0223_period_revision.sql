-- What a review has seen of a flagged period: another revision is another length, value, limit or decision.
create or replace view quality_period_row as
select f.flag_id as period_id, f.site_id, s.site_code, s.site_name, e.dept_id, f.slot, c.channel_code, c.channel_name,
  c.channel_name_en, c.channel_name_fr, c.unit, f.rule_id, f.rule_name, f.test, f.basis, f.ts as began_at,
  (extract(epoch from ended.last - f.ts) / 3600)::integer + 1 as hours, f.value::numeric::float8 as value,
  f.low::numeric::float8 as low, f.high::numeric::float8 as high, f.span, f.counts, f.state, f.reviewed_by, f.reviewed_at,
  f.reason, f.rule_name_en, f.rule_name_fr, (
    select md5(string_agg(row(
      extract(epoch from h.ts), h.value, h.low, h.high, h.counts, h.state, extract(epoch from h.reviewed_at))::text,
      '' order by h.ts))
    from quality_flag h
    where (h.site_id, h.slot, h.rule_id, h.state, h.counts) = (f.site_id, f.slot, f.rule_id, f.state, f.counts)
      and h.ts between f.ts and ended.last) as revision
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
