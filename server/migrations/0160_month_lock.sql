-- Months of entities that do not change any more. The month is that of the entity's zone when it was locked: a change of
-- the zone moves neither its bounds nor the hours in it.
create table month_lock (
  lock_id integer generated always as identity primary key,
  entity_id integer not null references site_entity on delete cascade,
  month date not null check (extract(day from month) = 1),
  zone text not null,
  since timestamptz not null,
  until timestamptz not null,
  locked_at timestamptz not null,
  locked_by text not null,
  reason text,
  unique (entity_id, month)
);

-- The sites that a lock covers: those of the entity, and those that come to it later. A site that moves to another entity
-- stays locked. Every transaction that changes readings looks here.
create table month_lock_site (
  lock_id integer not null references month_lock on delete cascade,
  site_id integer not null references site on delete cascade,
  month date not null,
  since timestamptz not null,
  until timestamptz not null,
  primary key (site_id, lock_id)
);
create index month_lock_site_lock on month_lock_site (lock_id);
create index month_lock_site_until on month_lock_site (until);
create index month_lock_site_period on month_lock_site (site_id, until);

create function lock_months_of_site() returns trigger language plpgsql as $$
begin
  -- Waits for a lock that is being taken or removed; the next statement sees it.
  perform from site_entity where entity_id = new.entity_id for share;
  insert into month_lock_site (lock_id, site_id, month, since, until)
  select lock_id, new.site_id, month, since, until from month_lock where entity_id = new.entity_id
  on conflict do nothing;
  return null;
end $$;
create trigger site_locked_months after insert or update of entity_id on site
  for each row execute function lock_months_of_site();

-- Packets of locked months, complete and apart from the readings, until the month is unlocked. A repeat is counted.
create table kept_packet (
  packet_id bigint generated always as identity primary key,
  site_id integer not null references site on delete cascade,
  lock_id integer not null,
  ts timestamptz not null,
  kind smallint not null,
  rank bigint not null,
  -- The values one by one: as sent, corrected, flag, minimum and maximum; and those that a repeat in the same batch replaced.
  entries jsonb not null,
  replaced jsonb not null,
  digest text not null,
  arrived_at timestamptz not null,
  last_arrived_at timestamptz not null,
  arrivals integer not null default 1,
  unique (site_id, ts, kind, digest)
);
create index kept_packet_lock on kept_packet (lock_id, ts);

-- Ranges of channels that changed while a month was locked: its values are checked again when it is unlocked.
create table month_lock_recheck (
  lock_id integer not null references month_lock on delete cascade,
  slot integer not null,
  old_limits float8[] not null,
  primary key (lock_id, slot)
);

-- Who locked and unlocked, when and why; what became of the packets that came meanwhile.
create table month_lock_log (
  log_id bigint generated always as identity primary key,
  lock_id integer not null,
  entity_id integer not null references site_entity on delete cascade,
  month date not null,
  action text not null check (action in ('lock', 'unlock')),
  user_name text not null,
  reason text,
  logged_at timestamptz not null,
  kept_packets integer,
  let_in integer not null default 0,
  expired integer not null default 0
);
create index month_lock_log_entity on month_lock_log (entity_id, logged_at);
create index month_lock_log_lock on month_lock_log (lock_id);

create view kept_packet_row as
select p.packet_id, p.lock_id, s.site_id, s.site_name, s.site_code, e.entity_id, e.entity_name, e.entity_name_en,
  e.entity_name_fr, e.dept_id, to_char(l.month, 'YYYY-MM') as month,
  to_char(p.ts at time zone l.zone, 'YYYY-MM-DD HH24:MI:SS') as local_time, p.ts, p.kind::text as kind,
  (select string_agg(coalesce(c.channel_code, entry ->> 'slot') || '=' || coalesce(entry ->> 'raw', '—') || ' '
     || (entry ->> 'flag'), '; ' order by (entry ->> 'slot')::integer)
   from jsonb_array_elements(p.entries) as entry
   left join basic_channel c on c.slot = (entry ->> 'slot')::integer) as sent_values,
  p.arrived_at, p.last_arrived_at, p.arrivals
from kept_packet p
join site s using (site_id)
join month_lock l using (lock_id)
join site_entity e on e.entity_id = l.entity_id;

create view month_lock_log_row as
select g.log_id, g.lock_id, e.entity_id, e.entity_name, e.entity_name_en, e.entity_name_fr, e.dept_id,
  to_char(g.month, 'YYYY-MM') as month, g.action, g.user_name, g.reason, g.logged_at, g.kept_packets, g.let_in, g.expired
from month_lock_log g join site_entity e using (entity_id);
