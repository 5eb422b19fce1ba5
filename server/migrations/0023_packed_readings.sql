-- Closed days: one spine for a site and day (moments, kinds, ranks, marks) and one block of values for each of its slots
-- (see block.rule.ts). What comes late for such a day stands in `reading` until it is packed as well; both are read as one.
create table reading_block (
  site_id integer not null,
  day     date not null,
  spine   bytea not null,
  primary key (site_id, day)
) partition by range (day);

create table reading_block_value (
  site_id integer not null,
  day     date not null,
  slot    smallint not null,
  data    bytea not null,
  primary key (site_id, day, slot)
) partition by range (day);

-- They are compressed already.
alter table reading_block alter spine set storage external;
alter table reading_block_value alter data set storage external;
