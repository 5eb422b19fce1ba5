-- The formats of the files of a report, so that a list can offer them.
create or replace view report_row as
select r.report_id, r.series_id, r.edition, r.newest, r.plan_id, r.plan_name, r.template_name, r.report_name, r.subject,
  r.site_id, r.entity_id, r.province, r.city, r.subject_name, r.dept_id, r.period, r.first_day, r.last_day, r.language,
  r.state, r.attempts, r.problem, r.as_of, r.made_at, r.changed_at, r.sign_off, r.reviewer, r.reviewed_at, r.publisher,
  r.published_at, r.check_code, r.create_by, r.create_time, (
    select (array['failed', 'waiting', 'sent'])[min(array_position(array['failed', 'waiting', 'sent'], m.state))]
    from report_delivery m where m.report_id = r.report_id) as delivery_state, (
    select string_agg(f.format, ',' order by f.format) from report_file f where f.report_id = r.report_id) as formats
from report r;
