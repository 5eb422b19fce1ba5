-- How long a station with this report interval, in seconds, may be silent and still count as online. The contract defines
-- the rule; each start writes it into this function, which has no result until then.
create function online_window(report_interval integer) returns interval immutable language sql as
$$ select null::interval $$;

do $$
declare
  definition text := pg_get_viewdef('site_row'::regclass);
  replaced text := regexp_replace(definition,
    '\(\(GREATEST\(\(3 \* s\.report_interval\), 180\)\)::double precision \* ''[^'']*''::interval\)',
    'online_window(s.report_interval)');
begin
  if replaced = definition then
    raise exception 'site_row compares with another window: %', definition;
  end if;
  execute 'create or replace view site_row as ' || replaced;
end
$$;
