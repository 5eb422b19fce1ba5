-- Until when the settings of a cannon may be changed, or the cannon removed, although its relay may be on: somebody has
-- confirmed that the relay cannot be reached.
alter table fog_cannon_state add column given_up_until timestamptz;

-- DTUs that nobody knows were stored with everything that they sent first, passwords included.
delete from fog_dtu where registration ~ '[\s,;:|/]';
