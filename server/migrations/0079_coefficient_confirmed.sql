-- K and B that a device has confirmed last: where it applies some of its own, the platform applies none. Null: it has
-- confirmed none, so its own are 1 and 0.
alter table site_device_coefficient
  add column confirmed_k double precision,
  add column confirmed_b double precision;
