-- K and B on their way from a calibration to the platform or to a device, and back.
create table calibration_issue (
  issue_id       integer generated always as identity primary key,
  config_id      integer references calibration_config on delete set null,
  config_name    text,
  result_id      integer references calibration_result on delete set null,
  site_id        integer not null references site on delete cascade,
  channel_id     integer not null references basic_channel on delete cascade,
  target         text not null check (target in ('platform', 'device')),
  k_before       double precision not null,
  b_before       double precision not null,
  k              double precision not null,
  b              double precision not null,
  -- Where K and B of the site were applied before.
  place_before   text,
  -- From which moment on they count; for the past, what counted there before: [{ since, k, b }].
  since          timestamptz,
  for_past       boolean not null default false,
  replaced       jsonb not null default '[]',
  state          text not null default 'draft'
    check (state in ('draft', 'pending', 'sent', 'confirmed', 'failed', 'rolledBack')),
  -- Why it has failed, or why it could not be rolled back: a text of the console with its parameters.
  reason         text,
  -- The commands of the device, and those of its roll-back while they run.
  batch_id       uuid,
  rollback_batch uuid,
  draft_at       timestamptz not null,
  -- Null if the config did it.
  draft_by       text,
  pending_at     timestamptz,
  pending_by     text,
  sent_at        timestamptz,
  confirmed_at   timestamptz,
  failed_at      timestamptz,
  rolled_back_at timestamptz,
  rolled_back_by text
);
-- Two people cannot issue for one channel at once.
create unique index calibration_issue_under_way on calibration_issue (site_id, channel_id)
  where state in ('pending', 'sent') or rollback_batch is not null;
-- A result is issued once.
create unique index calibration_issue_result on calibration_issue (result_id) where result_id is not null;
create index calibration_issue_config on calibration_issue (config_id);
create index calibration_issue_site on calibration_issue (site_id, channel_id, issue_id desc);
create index calibration_issue_channel on calibration_issue (channel_id);

-- Accepted results wait for their issue.
create index calibration_result_accepted on calibration_result (result_id) where decision = 'accepted';

create view calibration_issue_row as
select i.*, s.site_name, s.mn, e.dept_id, c.channel_code, c.channel_name, c.channel_name_en, c.channel_name_fr, c.unit,
  i.rollback_batch is not null as rolling_back
from calibration_issue i
join site s using (site_id)
join site_entity e using (entity_id)
join basic_channel c using (channel_id);

-- Values of a channel of a site that are corrected again, because K and B have changed for the past.
create table coefficient_recheck (
  site_id    integer not null references site on delete cascade,
  channel_id integer not null references basic_channel on delete cascade,
  from_time  timestamptz not null,
  until_time timestamptz not null,
  -- What counted there before: [{ since, k, b }] with epoch milliseconds.
  replaced   jsonb not null,
  queued_at  timestamptz not null default clock_timestamp(),
  recheck_id bigint generated always as identity primary key
);
create index coefficient_recheck_site on coefficient_recheck (site_id);
create index coefficient_recheck_channel on coefficient_recheck (channel_id);

-- Published hours of the stations that calibrations use: those that configs name, those of sites, and those near the sites
-- of a config that names none.
create view calibration_history_row as
select r.reading_id, s.province, s.city, s.station_code, s.station_name, r.pm25, r.pm10, r.so2, r.no2, r.o3, r.co,
  r.release_time, r.create_time
from reference_reading r
join reference_station s using (station_code)
where s.station_code in (
  select trim(code) from calibration_config, regexp_split_to_table(reference_codes, '[,，\s]+') as code
  where reference_codes is not null
  union
  select reference_station_code from site where reference_station_code is not null
  union
  select n.station_code from calibration_config c
  join calibration_config_site t using (config_id) join site p on p.site_id = t.site_id
  join reference_station n on c.source <> 'own'
    and abs(n.latitude - p.latitude) <= c.max_km / 111.195
    and power((n.longitude - p.longitude) * cos(radians(p.latitude)), 2) + power(n.latitude - p.latitude, 2)
      <= power(c.max_km / 111.195, 2)
  where c.reference_codes is null
);
