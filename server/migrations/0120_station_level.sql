-- A station belongs to the national network or to that of a province.
alter table reference_station
  add column station_level text not null default 'national'
    constraint reference_station_station_level check (station_level in ('national', 'provincial'));

drop view reference_reading_row;
create view reference_reading_row as
  select r.reading_id, s.station_code, s.station_name, s.station_level, s.province, s.city, s.longitude, s.latitude,
         r.release_time, r.pm25, r.pm10, r.so2, r.no2, r.o3, r.co, r.aqi, r.level, r.primary_pollutant,
         r.create_by, r.create_time, r.update_by, r.update_time
  from reference_reading r
  join reference_station s using (station_code);
