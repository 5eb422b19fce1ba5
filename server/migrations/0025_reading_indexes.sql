-- Questions about all sites at one time: rankings, completeness.
create index reading_hour_ts on reading_hour (ts);
create index reading_day_day on reading_day (day);

-- What came, valid or not: the seconds of the period that packets stand for, the values in them, and the valid ones of
-- these. Null in periods that were made before this was counted.
alter table reading_hour add received smallint, add values_received integer, add values_valid integer;
alter table reading_day add received integer, add values_received integer, add values_valid integer;

-- They are made anew as far as people usually look back.
insert into dirty_hour (hour, sites)
select ts, array_agg(site_id) from reading_hour where ts > now() - interval '62 days' group by ts;
