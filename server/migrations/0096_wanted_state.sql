-- The command that has written a value last: a value is wanted whatever has become of the write.
alter table device_parameter add column wanted_log_id bigint;

-- Frames of encrypted devices and log texts of stations may have been stored with a password. Frames are stored again.
delete from device_frames;
update station_report set
  raw = regexp_replace(raw, '((?:PW|Pwd|Password)(?:-Info|-SN)?\s*)=[^;,&/]*', '\1=******', 'gi'),
  content = regexp_replace(content::text, '((?:PW|Pwd|Password)(?:-Info|-SN)?\s*)=[^;,&/"\\]*', '\1=******', 'gi')::jsonb
where raw ~* '(?:PW|Pwd|Password)(?:-Info|-SN)?\s*=';
