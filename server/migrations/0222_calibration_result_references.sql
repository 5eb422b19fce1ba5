-- The own sites that a result was compared with: it is within reach only of who reaches these, too.
alter table calibration_result add column reference_site_ids integer[] not null default '{}';
-- Until now only their names were kept.
update calibration_result o set reference_site_ids = array(
  select site_id from site where site_name = any(o.references_used))
from calibration_run r
where r.run_id = o.run_id and r.settings ->> 'source' = 'own';
