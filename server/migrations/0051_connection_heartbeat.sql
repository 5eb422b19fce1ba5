-- The time at which the process of a connection last confirmed it, under the name that job_run has for the same thing.
alter table gateway_connection rename told_at to heartbeat_at;
alter view gateway_connection_row rename told_at to heartbeat_at;
