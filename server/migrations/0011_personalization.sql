-- Names of the map pages, and the number under which the authorities approved the map (审图号).
-- home_logo and login_background hold ids of files.
alter table personalization
  add map_zh_title text,
  add map_en_title text,
  add map_fr_title text,
  add map_approval text;
