-- When K and B that the device of a site applies itself have changed last: before it sent values of another kind. It stays
-- when nothing else is known of them any more, as after a roll-back or with another device.
create table device_coefficient_change (
  site_id    integer not null references site on delete cascade,
  channel_id integer not null references basic_channel on delete cascade,
  changed_at timestamptz not null,
  primary key (site_id, channel_id)
);
create index device_coefficient_change_channel on device_coefficient_change (channel_id);

insert into device_coefficient_change (site_id, channel_id, changed_at)
select site_id, channel_id, max(at) from (
  select site_id, channel_id, greatest(confirmed_at, rolled_back_at) as at from calibration_issue
  where target = 'device' and confirmed_at is not null
  union all
  select site_id, channel_id, greatest(ordered_at, (
    select max(coalesce(ended_at, sent_at)) from device_log l where l.batch_id = c.batch_id and l.site_id = c.site_id))
  from site_device_coefficient c where confirmed_k is not null or confirmed_b is not null or in_doubt_k or in_doubt_b
) as changes group by 1, 2;
