-- MQTT: where devices of a type publish, and where they are answered; a site takes nothing over MQTT unless it is allowed.
alter table basic_device_type
  add column mqtt_topic        text not null default 'air/{mn}/data',
  add column mqtt_answer_topic text;
drop view basic_device_type_row;
create view basic_device_type_row as
select t.*, (
    select string_agg(c.channel_code, ', ' order by l.order_num)
    from basic_device_type_channel l join basic_channel c using (channel_id)
    where l.device_type_id = t.device_type_id
  ) as channel_codes
from basic_device_type t;

alter table site add column mqtt_allowed text not null default 'N';
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

-- The sessions of this installation at its broker, and the connection of each as its process saw it last. A session has a
-- row from before it begins until it has ended at the broker; the lease "mqtt session N" names the process that uses it.
create table mqtt_session (
  number     integer primary key,
  connected  boolean not null default false,
  changed_at timestamptz not null,
  -- Why it is not connected.
  reason     text,
  seen_at    timestamptz not null
);
