-- Devices that ask the platform for values of a reference station: the code of their request and the CP of the answer.
alter table basic_device_type
  add column reference_code     text,
  add column reference_template text;
drop view basic_device_type_row;
create view basic_device_type_row as
select t.*, (
    select string_agg(c.channel_code, ', ' order by l.order_num)
    from basic_device_type_channel l join basic_channel c using (channel_id)
    where l.device_type_id = t.device_type_id
  ) as channel_codes
from basic_device_type t;

-- The reference station of a site; without one the nearest.
alter table site add column reference_station_code text
  constraint site_reference_station_code references reference_station on update cascade on delete set null;
create index site_reference_station on site (reference_station_code) where reference_station_code is not null;
drop view site_row;
create view site_row as
select s.*, e.entity_name, e.entity_name_en, e.entity_name_fr, e.dept_id, e.zone, t.type_name,
  s.http_key_hash is not null as has_http_key,
  case when s.access_password is null then 'none' else 'set' end as password_state, c.last_seen,
  case when c.last_seen >= (select limpid_now()) - online_window(s.report_interval) then 'on' else 'off' end as online
from site s
join site_entity e using (entity_id)
join basic_device_type t using (device_type_id)
left join site_contact c using (site_id);
