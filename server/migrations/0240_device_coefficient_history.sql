-- K and B that the device of a site applied to a channel since a moment, as it has confirmed them, whoever set them.
create table device_coefficient_history (
  site_id    integer not null references site on delete cascade,
  channel_id integer not null references basic_channel on delete cascade,
  since      timestamptz not null,
  k          double precision not null,
  b          double precision not null,
  primary key (site_id, channel_id, since)
);
create index device_coefficient_history_channel on device_coefficient_history (channel_id);

insert into device_coefficient_history (site_id, channel_id, since, k, b)
select site_id, channel_id, confirmed_at, k, b from calibration_issue
where target = 'device' and confirmed_at is not null and state in ('confirmed', 'rolledBack')
union all
select site_id, channel_id, rolled_back_at, k_before, b_before from calibration_issue
where target = 'device' and confirmed_at is not null and state = 'rolledBack' and rolled_back_at is not null
on conflict do nothing;

-- What devices have now, where no issue has brought it.
insert into device_coefficient_history (site_id, channel_id, since, k, b)
select site_id, channel_id, coalesce(changed_at, ordered_at), coalesce(confirmed_k, 1), coalesce(confirmed_b, 0)
from site_device_coefficient c
left join device_coefficient_change using (site_id, channel_id)
left join lateral (
  select h.k, h.b from device_coefficient_history h
  where h.site_id = c.site_id and h.channel_id = c.channel_id order by since desc limit 1
) as last on true
where not in_doubt_k and not in_doubt_b
  and (coalesce(confirmed_k, 1), coalesce(confirmed_b, 0)) <> (coalesce(last.k, 1), coalesce(last.b, 0))
on conflict (site_id, channel_id, since) do update set k = excluded.k, b = excluded.b;
