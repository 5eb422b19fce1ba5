-- The values that a person corrected with one request and one reason share a number and can be undone together.
create sequence data_correction_id;
alter table data_log
  add column correction_id bigint,
  add column step text check (step in ('minute', 'hour'));
create index data_log_correction on data_log (correction_id) where correction_id is not null;
