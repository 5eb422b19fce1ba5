-- How much of a run is done, in percent; null where its task does not say.
alter table job_run add progress smallint;

create or replace view sys_job_view as
select j.*, (select count(*)::integer from job_run r where r.job_id = j.job_id) as running,
  (select min(progress)::integer from job_run r where r.job_id = j.job_id) as progress
from sys_job j;
