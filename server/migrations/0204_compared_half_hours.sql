-- Only hours that are hours of the site as well: in zones with a half-hour those begin at half past. A roll-up of any other
-- hour would store a second one over the same readings.
create or replace function queue_compared_hours() returns trigger language plpgsql as $$
begin
  if exists (select from data_rule where station_code is not null and status = '0') then
    insert into dirty_hour (hour, sites)
    select r.hour, array_agg(distinct d.site_id) from changed r
    join data_rule d on d.station_code = r.station_code and d.site_id is not null and d.status = '0'
    join site s on s.site_id = d.site_id join site_entity e using (entity_id)
    where extract(minute from r.hour at time zone e.zone) = 0
    group by r.hour;
  end if;
  return null;
end $$;
