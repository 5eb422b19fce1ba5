-- The parameters of a device: the value that it reported last, and the one that the platform has written last.
create table device_parameter (
  site_id      integer not null references site on delete cascade,
  -- The factor that it belongs to; empty for the device itself.
  pol_id       text not null,
  code         text not null,
  read_value   text,
  read_at      timestamptz,
  wanted_value text,
  wanted_at    timestamptz,
  wanted_by    text,
  primary key (site_id, pol_id, code)
);

-- Connections that have ended; a few of each site are kept.
create table device_connection (
  connection_id bigint generated always as identity primary key,
  site_id       integer not null references site on delete cascade,
  address       text not null,
  version       text,
  connected_at  timestamptz not null,
  ended_at      timestamptz not null,
  packets       bigint not null,
  reason        text not null
);
create index device_connection_site on device_connection (site_id, ended_at desc);

-- The last frames of a site in both directions, written when somebody looks at them and when the connection ends.
create table device_frames (
  site_id   integer primary key references site on delete cascade,
  frames    jsonb not null,
  stored_at timestamptz not null
);
