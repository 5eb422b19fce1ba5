-- Alarms begin at the earliest when their rule was created, so that moment is one of the installation's clock.
alter table alarm_rule alter column create_time set default limpid_now();
