-- The time of the installation. Tests fix it for their connections with the setting limpid.now; otherwise it is now().
create function limpid_now() returns timestamptz stable language sql as
$$ select coalesce(nullif(current_setting('limpid.now', true), '')::timestamptz, now()) $$;

-- Views that compare with the present: locked users, open sessions, online sites, refusals of today. As a subquery the
-- time is computed once for a statement and not once for a row.
do $$
declare
  present record;
begin
  for present in
    select c.oid::regclass as name, pg_get_viewdef(c.oid) as definition
    from pg_class c
    where c.relkind = 'v' and c.relnamespace = current_schema()::regnamespace and pg_get_viewdef(c.oid) ~ '\mnow\(\)'
  loop
    execute format('create or replace view %s as %s', present.name,
      regexp_replace(present.definition, '\mnow\(\)', '(select limpid_now())', 'g'));
  end loop;
end
$$;
