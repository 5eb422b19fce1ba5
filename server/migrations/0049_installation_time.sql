-- The time of the installation. Tests fix it for their connections with the setting limpid.now; otherwise it is now().
create function limpid_now() returns timestamptz stable language sql as
$$ select coalesce(nullif(current_setting('limpid.now', true), '')::timestamptz, now()) $$;

-- The views of the product that compare with the present: locked users, open sessions, online sites, the offset of an
-- entity, refusals of today. Views that an operator has added stay as they are. As a subquery the time is computed once
-- for a statement and not once for a row.
do $$
declare
  present record;
begin
  for present in
    select c.oid::regclass as name, pg_get_viewdef(c.oid) as definition
    from pg_class c
    where c.oid = any (array['sys_user_row', 'online_session', 'site_row', 'site_entity_row', 'gateway_refusal_row']::regclass[])
  loop
    execute format('create or replace view %s as %s', present.name,
      regexp_replace(present.definition, '\mnow\(\)', '(select limpid_now())', 'g'));
  end loop;
end
$$;
