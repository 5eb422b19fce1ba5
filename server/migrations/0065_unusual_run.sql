-- Only unusual sites have a row; the sites that were looked at are written once for the whole run.
alter table unusual_run add looked integer[] not null default '{}', add short_history integer[] not null default '{}';
update unusual_run set
  looked = coalesce((select array_agg(site_id) from site_unusual), '{}'),
  short_history = coalesce((select array_agg(site_id) from site_unusual where short_history), '{}');
alter table unusual_run alter looked drop default, alter short_history drop default;
comment on column unusual_run.short_history is 'sites that were looked at, but have no channel with enough days';

delete from site_unusual where channel_id is null;
drop index site_unusual_strength;
alter table site_unusual
  drop short_history,
  alter channel_id set not null,
  alter kind set not null,
  alter value set not null,
  alter usual set not null,
  alter upper_bound set not null,
  alter counted set not null,
  alter strength set not null,
  alter days set not null;
create index site_unusual_strength on site_unusual (strength desc, site_id);
