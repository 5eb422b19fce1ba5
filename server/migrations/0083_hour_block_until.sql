-- A block of the running month has the hours before a day that ended some time ago; later ones are read as rows. So a
-- chart of a year reads a few days of rows and not more than a month of them.
alter table reading_hour_block
  -- Slot 0: the first day (UTC) whose hours are not in the block; the start of the next month if it has all of them.
  add column until date;
update reading_hour_block set until = month + interval '1 month' where slot = 0;
