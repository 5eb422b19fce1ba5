-- What the position of a lane does not say: which readings were skipped, and which ones reissues have delivered.
create table forward_outcome (
  target_id integer not null,
  site_id   integer not null,
  kind      smallint not null,
  skipped   tstzmultirange not null default '{}',
  reissued  tstzmultirange not null default '{}',
  primary key (target_id, site_id, kind),
  foreign key (target_id, site_id, kind) references forward_lane on delete cascade
);

-- Of a reissue: from when on everything before `from_ts` was delivered.
alter table forward_gap add column ordered_from timestamptz;

-- Ranges are bounded in number. The oldest are forgotten, so that a reissue sends them again …
create function keep_newest_ranges(spans tstzmultirange) returns tstzmultirange language sql immutable as $$
  select coalesce(range_agg(span), '{}') from (
    select span from unnest(spans) span order by span desc limit 200) newest;
$$;

-- … or become one, with what lies between them.
create function merge_oldest_ranges(spans tstzmultirange) returns tstzmultirange language sql immutable as $$
  select case
    when count(*) <= 200 then spans
    else range_agg(span) + tstzmultirange(tstzrange(lower(spans), max(upper(span)) filter (where n > 199)))
  end
  from (select span, row_number() over (order by span desc) as n from unnest(spans) span) numbered;
$$;
