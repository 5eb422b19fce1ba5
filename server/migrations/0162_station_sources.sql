-- Which sources publish a station; several may publish the same one.
create table reference_station_source (
  station_code text not null references reference_station on update cascade on delete cascade,
  source_id    integer not null references reference_source on delete cascade,
  primary key (station_code, source_id)
);
create index reference_station_source_source on reference_station_source (source_id);
-- Until now only the name of the source was kept, with the station and with its hours.
insert into reference_station_source (station_code, source_id)
select station_code, source_id from reference_station t
join reference_source o on o.source_name in (t.create_by, t.update_by)
union
select r.station_code, o.source_id from reference_reading r
join reference_source o on o.source_name in (r.create_by, r.update_by)
where r.hour > now() - interval '7 days';

-- A source that a config names cannot be removed: without it, the config would use stations of every source.
update calibration_config c set source_id = null
where not exists (select from reference_source o where o.source_id = c.source_id);
alter table calibration_config
  add constraint calibration_config_source_id foreign key (source_id) references reference_source;
create index calibration_config_source on calibration_config (source_id);

-- Sources and configs of the demonstration.
alter table reference_source add column simulated boolean not null default false;
alter table calibration_config add column simulated boolean not null default false;

drop view calibration_config_row;
create view calibration_config_row as
select c.*, o.source_name, sites.site_names, sites.site_count, departments.dept_ids, channels.channel_codes,
  refs.reference_site_names, last.started_at as last_run_at, last.state as last_run_state, last.last_proposed,
  last.last_refused
from calibration_config c
left join reference_source o using (source_id)
cross join lateral (
  select string_agg(site_name, ', ' order by site_name, site_id) as site_names, count(*)::integer as site_count
  from calibration_config_site t join site using (site_id) where t.config_id = c.config_id
) sites
-- Also of the sites that serve as reference, whose names and values are shown.
cross join lateral (
  select coalesce(array_agg(distinct dept_id), '{}') as dept_ids
  from (
    select site_id from calibration_config_site t where t.config_id = c.config_id
    union
    select site_id from calibration_config_reference t where t.config_id = c.config_id
  ) member join site using (site_id) join site_entity using (entity_id)
) departments
cross join lateral (
  select string_agg(channel_code, ', ' order by order_num, channel_code) as channel_codes
  from calibration_config_channel t join basic_channel using (channel_id) where t.config_id = c.config_id
) channels
cross join lateral (
  select string_agg(site_name, ', ' order by site_name, site_id) as reference_site_names
  from calibration_config_reference t join site using (site_id) where t.config_id = c.config_id
) refs
left join lateral (
  select r.started_at, r.state,
    (select count(*) from calibration_result o where o.run_id = r.run_id and o.decision <> 'refused')::integer as last_proposed,
    (select count(*) from calibration_result o where o.run_id = r.run_id and o.decision = 'refused')::integer as last_refused
  from calibration_run r where r.config_id = c.config_id order by r.started_at desc, r.run_id desc limit 1
) last on true;

-- Published hours of the stations that calibrations use: those that configs name, those of sites, and those near the sites
-- of a config that names none, of its network, its source and its city.
drop view calibration_history_row;
create view calibration_history_row as
select r.reading_id, s.province, s.city, s.station_code, s.station_name, r.pm25, r.pm10, r.so2, r.no2, r.o3, r.co,
  r.release_time, r.create_time
from reference_reading r
join reference_station s using (station_code)
where s.station_code in (
  select trim(code) from calibration_config, regexp_split_to_table(reference_codes, '[,，\s]+') as code
  where reference_codes is not null and source <> 'own'
  union
  select reference_station_code from site where reference_station_code is not null
  union
  select n.station_code from calibration_config c
  join calibration_config_site t using (config_id) join site p on p.site_id = t.site_id
  join reference_station n
    on abs(n.latitude - p.latitude) <= c.max_km / 111.195
    and power((n.longitude - p.longitude) * cos(radians(p.latitude)), 2) + power(n.latitude - p.latitude, 2)
      <= power(c.max_km / 111.195, 2)
    and (c.source = 'file' or n.station_level = c.source)
    and (c.city is null or n.city = c.city)
    and (c.source_id is null or exists (
      select from reference_station_source o where (o.station_code, o.source_id) = (n.station_code, c.source_id)))
    and (c.source <> 'file' or not exists (
      select from reference_station_source o where o.station_code = n.station_code))
  where c.reference_codes is null and c.source <> 'own'
);
