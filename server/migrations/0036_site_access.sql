-- What a device has to prove before its packets are taken. Nothing can be required that is not set: the constraints keep
-- a site from losing its password or key while it is required.
alter table site
  add password_required text not null default 'N',
  add sm4_required      text not null default 'N',
  add constraint site_needs_password check (password_required = 'N' or access_password is not null),
  add constraint site_needs_sm4_key check (sm4_required = 'N' or sm4_key is not null);

-- The same view once more: `s.*` is expanded when a view is made.
drop view site_row;
create view site_row as
select s.*, e.entity_name, e.entity_name_en, e.entity_name_fr, e.dept_id, e.zone, t.type_name,
  s.http_key_hash is not null as has_http_key,
  case when s.access_password is null then 'none' else 'set' end as password_state, c.last_seen,
  case when c.last_seen >= now() - greatest(3 * s.report_interval, 180) * interval '1 second' then 'on' else 'off' end
    as online
from site s
join site_entity e using (entity_id)
join basic_device_type t using (device_type_id)
left join site_contact c using (site_id);
