-- Stations of the demonstration; they are removed together with its sites.
alter table reference_station add simulated boolean not null default false;
