-- How long the platform waits for devices of a type, as in table 1 of the standard.
alter table basic_device_type
  add column answer_seconds    integer not null default 10,
  add column retries           integer not null default 3,
  add column execution_seconds integer not null default 60;
drop view basic_device_type_row;
create view basic_device_type_row as
select t.*, (
    select string_agg(c.channel_code, ', ' order by l.order_num)
    from basic_device_type_channel l join basic_channel c using (channel_id)
    where l.device_type_id = t.device_type_id
  ) as channel_codes
from basic_device_type t;

-- Every command to a device, from the order to its result.
create table device_log (
  log_id       bigint generated always as identity primary key,
  site_id      integer not null references site on delete cascade,
  device_sn    text not null,
  command_id   integer references basic_command on delete set null,
  command_code text not null,
  log_type     text not null,
  kind         text not null,
  state        text not null,
  data_time    timestamptz not null,
  -- When a command that waits for its device is given up.
  send_until   timestamptz not null,
  -- The content to send, sealed, because it may hold a password; removed with the result.
  sealed_cp    text,
  qn           text,
  process      text,
  sent         integer not null default 0,
  packets      integer not null default 0,
  deadline     timestamptz,
  sent_at      timestamptz,
  accepted_at  timestamptz,
  answered_at  timestamptz,
  ended_at     timestamptz,
  result       integer,
  -- A key of texts with its values.
  result_desc  text,
  -- Answers that came after the end.
  late_answers integer not null default 0,
  request      text,
  response     text,
  batch_id     uuid,
  user_id      integer,
  user_name    text
);
-- One command at a time per device.
create unique index device_log_in_flight on device_log (site_id) where state in ('sent', 'accepted', 'answered');
create index device_log_queue on device_log (site_id, log_id) where state = 'queued';
create index device_log_time on device_log (data_time desc);
create index device_log_site on device_log (site_id, data_time desc);
create index device_log_batch on device_log (batch_id) where batch_id is not null;
create index device_log_exchange on device_log (site_id, qn) where qn is not null;

create view device_log_row as
select l.*, s.site_name, e.dept_id, c.command_name, c.command_name_en, c.command_name_fr,
  extract(epoch from l.ended_at - l.data_time)::float8 as seconds
from device_log l
join site s using (site_id)
join site_entity e using (entity_id)
left join basic_command c using (command_id);
