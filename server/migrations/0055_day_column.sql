-- The values of all sites on one day, side by side, so that a ranking of a year reads a hundredth of the bytes of its
-- rows. Made from reading_day, removed when the day changes, and made anew soon after.
create table reading_day_column (
  day date not null,
  -- 0 for the identifiers of the sites, below for indices, above for the slot of a channel.
  item smallint not null,
  -- Numbers of four bytes in the order of the identifiers.
  data bytea not null,
  primary key (day, item)
);
-- Noise does not compress.
alter table reading_day_column alter column data set storage external;
