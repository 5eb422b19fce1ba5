-- K or B was sent to a device that has not said since whether it applies it: then the platform does not apply it either.
alter table site_device_coefficient
  add column in_doubt_k boolean not null default false,
  add column in_doubt_b boolean not null default false;
