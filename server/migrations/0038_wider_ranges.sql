-- Sandstorms reach PM10 of 9,993 µg/m³; the ranges of the first installations ended at 2,000. Ranges that are still as they were
-- installed become wider: particles as storms need them, gases at least twice the last row of the index tables.
-- Ranges that an administrator has set stay.

-- Channels whose range has become wider: their stored values are judged again (see recheck-ranges.ts), and the hours
-- of those that are within the range now are rolled up again. SQL cannot look into packed days, so this is work for a worker.
create table range_recheck (
  slot      integer primary key,
  queued_at timestamptz not null default now()
);

with wider (channel_id, gb_code, old_max, new_max) as (
  values (1, 'a34004', 1000, 5000), (2, 'a34002', 2000, 10000), (3, 'a21026', 2700, 6000), (4, 'a21004', 4000, 8000),
    (5, 'a21005', 150, 300), (6, 'a05024', 1200, 2500), (7, 'a34001', 5000, 20000), (8, 'a34005', 1000, 5000),
    (11, 'a21003', 2500, 5000), (12, 'a21002', 5000, 10000)
), changed as (
  update basic_channel c set max_value = w.new_max from wider w
  where c.channel_id = w.channel_id and c.gb_code = w.gb_code and c.min_value = 0 and c.max_value = w.old_max
  returning c.slot
)
insert into range_recheck (slot) select slot from changed;

-- The values of a period that were outside the range of their channel: for each slot the one with the largest absolute
-- value, as one byte for the slot and four for the number. Null in most rows. They count nowhere; answers show them with a mark.
alter table reading_hour add out_of_range bytea;
alter table reading_day add out_of_range bytea;
