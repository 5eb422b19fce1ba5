-- A command that nobody lets wait: it is sent over the connection that its device had when it was ordered, or not at all.
alter table device_log add column connected_only boolean not null default false;

-- The names of device types in every language.
create or replace view basic_command_row as
select c.*, names.device_types, names.device_types_en, names.device_types_fr
from basic_command c left join lateral (
  select string_agg(t.type_name, ', ' order by t.type_code) as device_types,
    string_agg(coalesce(nullif(t.type_name_en, ''), t.type_name), ', ' order by t.type_code) as device_types_en,
    string_agg(coalesce(nullif(t.type_name_fr, ''), t.type_name), ', ' order by t.type_code) as device_types_fr
  from basic_device_type t where t.device_type_id = any(c.device_type_ids)
) as names on true;
