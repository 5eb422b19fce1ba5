-- Readings of a lane from a clock that is ahead: each is in a gap of its own, and the lane passes over it when its time comes.
alter table forward_lane add column ahead timestamptz[] not null default '{}';
