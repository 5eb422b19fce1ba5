-- Filters that leave few of many reports.
create index report_period on report (period, report_id);
create index report_language on report (language, report_id);
create index report_subject on report (subject, report_id);

do $$
begin
  create extension if not exists pg_trgm;
  create index report_first_day_part on report using gin (first_day gin_trgm_ops);
exception
  when insufficient_privilege or undefined_file or feature_not_supported or undefined_object then
    raise notice 'pg_trgm is not available';
end $$;
