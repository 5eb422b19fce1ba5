-- A reading that a receiver does not take becomes a gap of its own, which waits while the others of its site go on.
alter table forward_gap
  -- How often it was set aside, and how often of these because the receiver refused it alone.
  add column parks smallint not null default 0,
  add column refusals smallint not null default 0,
  -- Not sent again before.
  add column retry_at timestamptz;
create index forward_gap_retry on forward_gap (target_id) where retry_at is not null;
