-- Whether the site came to the entity after the month was locked. Hours that waited for a roll-up, or for one in the zone of
-- the entity, were left out then: they follow when the month is unlocked.
alter table month_lock_site add column came_later boolean not null default false;

create or replace function lock_months_of_site() returns trigger language plpgsql as $$
begin
  -- Waits for a lock that is being taken or removed; the next statement sees it.
  perform from site_entity where entity_id = new.entity_id for share;
  insert into month_lock_site (lock_id, site_id, month, since, until, came_later)
  select lock_id, new.site_id, month, since, until, tg_op = 'UPDATE' from month_lock where entity_id = new.entity_id
  on conflict do nothing;
  return null;
end $$;
