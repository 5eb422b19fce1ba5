-- The devices with what only the filters of their list need.
create view equipment_list as
select r.*, case
    when exists (select from alarm_log a where a.site_id = r.site_id and a.ended_at is null) then 'active' else 'none'
  end as alarm_state
from equipment_row r;
