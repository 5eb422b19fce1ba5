-- When the last command of a device reached its states. Subqueries, so that a query without these columns does not
-- make them.
create or replace view equipment_list as
select r.*, case
    when exists (select from alarm_log a where a.site_id = r.site_id and a.ended_at is null) then 'active' else 'none'
  end as alarm_state,
  (select l.sent_at from device_last_command o join device_log l using (log_id) where o.site_id = r.site_id)
    as command_sent_at,
  (select l.accepted_at from device_last_command o join device_log l using (log_id) where o.site_id = r.site_id)
    as command_accepted_at,
  (select l.answered_at from device_last_command o join device_log l using (log_id) where o.site_id = r.site_id)
    as command_answered_at,
  (select l.ended_at from device_last_command o join device_log l using (log_id) where o.site_id = r.site_id)
    as command_ended_at
from equipment_row r;
