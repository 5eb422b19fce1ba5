-- A command that nobody lets wait: it is sent over the connection that its device had when it was ordered, or not at all.
alter table device_log add column connected_only boolean not null default false;
