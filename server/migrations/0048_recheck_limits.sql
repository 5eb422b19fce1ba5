-- A value that K and B put beyond a limit is stored as that limit, without the mark of a value out of range. To judge it again after the
-- range has become wider, the worker has to know the limits that were in force before.
alter table range_recheck add old_limits double precision[] not null default '{}';

-- All channels once more: those that an earlier migration made wider with the limit that they had, and the others because hours with
-- numbers out of range that are older than their mark have to be rolled up again to get it.
with wider (channel_id, gb_code, old_max, new_max) as (
  values (1, 'a34004', 1000, 5000), (2, 'a34002', 2000, 10000), (3, 'a21026', 2700, 6000), (4, 'a21004', 4000, 8000),
    (5, 'a21005', 150, 300), (6, 'a05024', 1200, 2500), (7, 'a34001', 5000, 20000), (8, 'a34005', 1000, 5000),
    (11, 'a21003', 2500, 5000), (12, 'a21002', 5000, 10000)
)
insert into range_recheck (slot, old_limits)
select c.slot, case when w.old_max is null then '{}' else array[w.old_max] end
from basic_channel c left join wider w
  on c.channel_id = w.channel_id and c.gb_code = w.gb_code and c.min_value = 0 and c.max_value = w.new_max
on conflict (slot) do update set old_limits = excluded.old_limits, queued_at = clock_timestamp();
