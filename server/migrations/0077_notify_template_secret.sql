-- The address and the body of an SMS gateway may contain its key. The address is sealed in robot_url like that of a webhook,
-- the body in template_secret. The view shows neither, also not of rows from before.
alter table notify_channel add column template_secret text;

drop view notify_channel_row;
create view notify_channel_row as
select c.notify_channel_id, c.notify_channel_name, c.kind, c.status, c.dept_id, c.language, c.min_severity, c.recipients,
  c.mail_from, c.smtp_url,
  case when c.url ~ '^\w+://[^/?#@]+/?$' then c.url
    else regexp_replace(c.url, '^(\w+://)(?:[^/?#@]*@)?([^/?#]*).*$', '\1\2/…') end as url,
  c.method, c.content_type, case when coalesce(c.template_secret, c.body_template, '') <> '' then '…' end as body_template,
  c.robot_url, c.signing_secret, c.rotated_at, c.create_by, c.create_time, c.update_by, c.update_time, c.remark, d.dept_name
from notify_channel c join sys_dept d using (dept_id);
