-- The examples of the standard write Ctime as CTime: both are one parameter.
delete from device_parameter p where code = 'CTime' and exists (
  select from device_parameter q where q.site_id = p.site_id and q.pol_id = p.pol_id and q.code = 'Ctime'
);
update device_parameter set code = 'Ctime' where code = 'CTime';
