-- A lane without stored readings begins with the first one that is stored since, also where its arrival was not noted for the
-- lane, because target and reading were stored at the same moment.
alter table forward_lane add column created_at timestamptz not null default limpid_now();
