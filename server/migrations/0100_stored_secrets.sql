-- Passwords and keys that were stored before they were hidden: items of reports under a secret name, keys, passwords with
-- a slash, and texts of the device log. The patterns are those of hj212/src/secrets.ts.
create function hide_stored_secrets(given text) returns text language sql immutable as $$
  select regexp_replace(given,
    '((?:[\w.-]*(?:PW|Pwd|Password|Key)|(?<![\w.-])SK)(?:-Info|-SN)?\s*)=(?:(?!//(?:[;,&]|$))[^;,&])*',
    '\1=******', 'gi')
$$;
create function is_secret_name(name text) returns boolean language sql immutable as $$
  select name ~* '(?:PW|Pwd|Password|Key|^SK)(?:-Info|-SN)?$'
$$;

update station_report set raw = hide_stored_secrets(raw),
  content = jsonb_set(content, '{items}', (
    select coalesce(jsonb_agg(jsonb_set(item, '{value}', to_jsonb(
      case when is_secret_name(item ->> 'code') then '******' else hide_stored_secrets(item ->> 'value') end
    )) order by n), '[]')
    from jsonb_array_elements(content -> 'items') with ordinality as items(item, n)
  ))
where raw ~* 'PW|Pwd|Password|Key|SK' and jsonb_typeof(content -> 'items') = 'array';

update device_log set request = hide_stored_secrets(request), response = hide_stored_secrets(response),
  result_desc = hide_stored_secrets(result_desc)
where (request, response, result_desc) is distinct from
  (hide_stored_secrets(request), hide_stored_secrets(response), hide_stored_secrets(result_desc));

delete from device_parameter where is_secret_name(code);

-- Answers to 3020 without PolId were stored under no channel: they belong to the one that was asked for.
with answered as (
  delete from device_parameter p using device_log l
  where p.pol_id = '' and p.code ~ '^i1' and p.wanted_value is null and l.site_id = p.site_id
    and l.command_code = '3020' and l.state = 'done'
    and date_trunc('milliseconds', l.ended_at) = date_trunc('milliseconds', p.read_at)
    and l.request ~ ('PolId=[^;,&]+;InfoId=' || p.code || '(;|,|&|$)')
  returning p.site_id, substring(l.request from 'PolId=([^;,&]+)') as pol_id, p.code, p.read_value, p.read_at
)
insert into device_parameter as stored (site_id, pol_id, code, read_value, read_at)
select distinct on (site_id, pol_id, code) * from answered order by site_id, pol_id, code, read_at desc
on conflict (site_id, pol_id, code) do update set read_value = excluded.read_value, read_at = excluded.read_at
  where stored.read_at is null or stored.read_at < excluded.read_at;

drop function hide_stored_secrets(text);
drop function is_secret_name(text);
