-- The hours of one site in one month (UTC), side by side, so that a chart of a year reads a few values and not 8,760 wide
-- rows. Made from reading_hour for months that have ended, removed when an hour of the site in that month changes, and
-- made anew soon after. Partitions are unlogged: they can be made again, and backups do without them.
create table reading_hour_block (
  site_id integer not null,
  -- Its first day.
  month date not null,
  -- 0 for the moments of the hours, above for the slot of a channel; one without any mean has no row.
  slot smallint not null,
  -- Slot 0: seconds from the start of the month, in four bytes each.
  moments bytea,
  -- Slot 0: for each hour that has values out of range, its seconds, the length of reading_hour.out_of_range, and its bytes.
  out_of_range bytea,
  -- Other slots: numbers of four bytes (NaN for none), coverage in two, all in the order of the moments.
  mean bytea,
  low bytea,
  high bytea,
  covered bytea,
  primary key (site_id, month, slot)
) partition by range (month);
-- Noise does not compress.
alter table reading_hour_block
  alter column moments set storage external,
  alter column mean set storage external,
  alter column low set storage external,
  alter column high set storage external;
