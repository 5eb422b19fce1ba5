-- The indices of a day by standards other than HJ 633; null where the day has none, or was rolled up before this change.
alter table reading_day
  add us_aqi smallint, add us_main text, add us_whole boolean,
  add europe_aqi smallint, add europe_main text, add europe_whole boolean,
  add atmo_aqi smallint, add atmo_main text, add atmo_whole boolean;

-- The roll-up adds them to the days that are stored, the newest first and after live hours: noon is an hour of each day.
insert into dirty_hour (hour, sites)
select (day + time '12:00') at time zone zone, array_agg(site_id)
from reading_day join site using (site_id) join site_entity using (entity_id)
group by 1;
