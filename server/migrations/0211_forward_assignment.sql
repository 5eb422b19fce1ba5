-- The kinds of readings that targets get, by site.
create view forward_wanted as
select target.target_id, site.site_id, kinds.kind
from forward_target target
join site on site.entity_id = target.entity_id and (target.simulated or not site.simulated)
cross join lateral (values
  (2011::smallint, target.sends_realtime), (2051::smallint, target.sends_minutes),
  (2061::smallint, target.sends_hours), (2031::smallint, target.sends_days)) kinds (kind, is_sent)
where kinds.is_sent and (target.all_sites or exists (
  select from jsonb_array_elements(target.sites) part where (part ->> 'siteId')::integer = site.site_id));

-- A lane begins when a target is added or gets a site or kind, behind what is stored by then; without such readings it begins
-- with the first one that arrives ('-infinity'). It ends, with its gaps, when the target no longer gets them.
-- `some_sites` is null for all.
create function assign_forward_lanes(some_targets integer[], some_sites integer[]) returns void language sql as $$
  delete from forward_gap gap
  where target_id = any(some_targets) and (some_sites is null or site_id = any(some_sites)) and not exists (
    select from forward_wanted wanted
    where (wanted.target_id, wanted.site_id, wanted.kind) = (gap.target_id, gap.site_id, gap.kind));
  delete from forward_lane lane
  where target_id = any(some_targets) and (some_sites is null or site_id = any(some_sites)) and not exists (
    select from forward_wanted wanted
    where (wanted.target_id, wanted.site_id, wanted.kind) = (lane.target_id, lane.site_id, lane.kind));
  insert into forward_lane (target_id, site_id, kind, started_at, sent_until)
  select wanted.target_id, wanted.site_id, wanted.kind, stored.until, stored.until
  from forward_wanted wanted
  cross join lateral (select coalesce(
    (select ts from reading where reading.site_id = wanted.site_id and reading.kind = wanted.kind
     order by ts desc limit 1),
    -- A packed day is over.
    (select (max(day) + 1) at time zone 'UTC' from reading_block block where block.site_id = wanted.site_id),
    '-infinity') as until) stored
  where wanted.target_id = any(some_targets) and (some_sites is null or wanted.site_id = any(some_sites))
    and not exists (
      select from forward_lane lane
      where (lane.target_id, lane.site_id, lane.kind) = (wanted.target_id, wanted.site_id, wanted.kind))
  on conflict do nothing;
$$;

create function assign_lanes_of_target() returns trigger language plpgsql as $$
begin
  perform assign_forward_lanes(array[new.target_id], null);
  return null;
end $$;
create trigger assign_lanes after insert on forward_target for each row execute function assign_lanes_of_target();
create trigger change_lanes
  after update of sends_realtime, sends_minutes, sends_hours, sends_days, all_sites, sites, simulated, entity_id
  on forward_target for each row
  when ((old.sends_realtime, old.sends_minutes, old.sends_hours, old.sends_days, old.all_sites, old.sites, old.simulated,
    old.entity_id) is distinct from (new.sends_realtime, new.sends_minutes, new.sends_hours, new.sends_days,
    new.all_sites, new.sites, new.simulated, new.entity_id))
  execute function assign_lanes_of_target();

create function assign_lanes_of_sites() returns trigger language plpgsql as $$
begin
  perform assign_forward_lanes(
    (select array_agg(distinct target.target_id) from forward_target target join added using (entity_id)),
    (select array_agg(site_id) from added))
  where exists (select from forward_target join added using (entity_id));
  return null;
end $$;
create trigger assign_lanes after insert on site referencing new table as added
  for each statement execute function assign_lanes_of_sites();

create function assign_lanes_of_moved_site() returns trigger language plpgsql as $$
begin
  perform assign_forward_lanes(
    array(select target_id from forward_target where entity_id in (old.entity_id, new.entity_id)), array[new.site_id]);
  return null;
end $$;
create trigger move_lanes after update of entity_id, simulated on site for each row
  when (old.entity_id is distinct from new.entity_id or old.simulated is distinct from new.simulated)
  execute function assign_lanes_of_moved_site();

select assign_forward_lanes(array(select target_id from forward_target), null);
