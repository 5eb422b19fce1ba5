-- K and B that devices apply themselves: what was ordered last. What was read back is in device_parameter.
create table site_device_coefficient (
  site_id    integer not null references site on delete cascade,
  channel_id integer not null references basic_channel,
  k          double precision not null,
  b          double precision not null,
  -- The commands that write them and read them back.
  batch_id   uuid not null,
  ordered_at timestamptz not null,
  primary key (site_id, channel_id)
);
