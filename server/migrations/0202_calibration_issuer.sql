-- The person with whose rights a config accepts and issues by itself: whoever last changed what it issues. Null for a config
-- that does not; one that does without such a person issues nothing by itself.
alter table calibration_config add column automatic_by integer references sys_user on delete set null;
create index calibration_config_automatic_by on calibration_config (automatic_by);

update calibration_config c set automatic_by = u.user_id from sys_user u
where c.acceptance = 'automatic' and u.del_flag = '0' and u.user_name = coalesce(c.update_by, c.create_by);
