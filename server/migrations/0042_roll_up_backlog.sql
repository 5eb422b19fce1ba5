-- Since when a changed hour waits, for the age of the backlog; the roll-up takes the newest hours first.
alter table dirty_hour add noted_at timestamptz not null default now();
create index dirty_hour_hour on dirty_hour (hour);
