-- A command that must not be repeated without an answer: a second one that arrives would prolong what the first began.
alter table device_log add column sent_once boolean not null default false;
