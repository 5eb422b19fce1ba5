-- Imported readings are missed ones, and do not begin a lane.
alter table forward_arrival add column imported boolean not null default false;
