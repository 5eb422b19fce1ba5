-- Since the last order the device has said which K and B it has. What it says later counts from that reading on, and no
-- longer from the write.
alter table site_device_coefficient add column settled boolean not null default false;
update site_device_coefficient set settled = true
where k = confirmed_k and b = confirmed_b and not in_doubt_k and not in_doubt_b;
