-- The newest hour of each site, compared with its own history and with its neighbours: one row for each site with a
-- value in that hour. `channel_id` and the columns after it are null if nothing is unusual.
create table site_unusual (
  site_id integer primary key references site on delete cascade,
  hour timestamptz not null,
  -- No channel of the site has enough days to be compared with.
  short_history boolean not null,
  channel_id integer references basic_channel on delete cascade,
  kind text check (kind in ('aboveUsual', 'belowUsual', 'aboveNeighbours')),
  value real,
  usual real,
  lower_bound real,
  upper_bound real,
  counted smallint,
  strength real,
  -- The same hour of the days before, the oldest first.
  days real[]
);
create index site_unusual_strength on site_unusual (strength desc, site_id) where channel_id is not null;

-- When the rows above were computed, and for which hour; a single row.
create table unusual_run (
  single boolean primary key default true check (single),
  hour timestamptz not null,
  computed_at timestamptz not null
);
