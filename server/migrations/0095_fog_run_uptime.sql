-- When a run began by the clock of the machine that nobody can set, and the start of the machine that it counts from. The
-- length of a run that another machine has begun, or this one before it was restarted, is not known.
alter table fog_run add column boot_id text;
alter table fog_run add column boot_ms double precision;
