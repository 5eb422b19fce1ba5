-- What a station had published for an hour before it published something else: authorities correct their hours later.
alter table reference_reading add column revised_at timestamptz;

create table reference_revision (
  revision_id       bigint generated always as identity primary key,
  station_code      text not null,
  hour              timestamptz not null,
  pm25              real,
  pm10              real,
  so2               real,
  no2               real,
  o3                real,
  co                real,
  aqi               smallint,
  level             text,
  primary_pollutant text,
  -- When these values were stored and by whom: a source, or the person who imported them.
  seen_at           timestamptz not null,
  seen_from         text,
  replaced_at       timestamptz not null,
  replaced_from     text,
  foreign key (station_code, hour) references reference_reading on delete cascade
);
create index reference_revision_hour on reference_revision (station_code, hour, revision_id);
create index reference_revision_replaced on reference_revision (replaced_at);

drop view reference_reading_row;
create view reference_reading_row as
  select r.reading_id, s.station_code, s.station_name, s.station_level, s.province, s.city, s.longitude, s.latitude,
         r.release_time, r.pm25, r.pm10, r.so2, r.no2, r.o3, r.co, r.aqi, r.level, r.primary_pollutant, r.revised_at,
         r.create_by, r.create_time, r.update_by, r.update_time
  from reference_reading r
  join reference_station s using (station_code);
