-- Passwords that were sent to devices while it is unknown whether the device uses them already. They are accepted beside
-- that of the site.
create table station_password_change (
  site_id         integer not null references site on delete cascade,
  -- The command in the device log; later changes have higher numbers.
  log_id          bigint not null,
  device_sn       text not null,
  sealed_password text not null,
  ordered_at      timestamptz not null,
  primary key (site_id, log_id)
);
