-- The site's own limit: its threshold, for the first channel of its device type.
create view site_limit as
select s.site_id, c.channel_id, c.channel_code, c.slot, s.threshold as value
from site s
cross join lateral (
  select channel_id from basic_device_type_channel l
  where l.device_type_id = s.device_type_id order by l.order_num, l.channel_id limit 1
) as first
join basic_channel c using (channel_id)
where s.threshold is not null;
