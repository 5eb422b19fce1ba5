-- A secret parameter keeps its value sealed beside an empty config_value: what lists, exports and queries read is empty.
alter table sys_config
  add column is_secret text not null default 'N',
  add column secret_value text,
  add constraint sys_config_secret_apart check (is_secret = 'N' or config_value is null);
