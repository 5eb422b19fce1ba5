-- Numbers are taken under the lock of this one row, so that they become visible in their order: a reader that
-- has seen a number never finds a lower one later.
create table live_counter (
  only_row      boolean primary key default true check (only_row),
  last_seq      bigint not null default 0,
  -- The highest number whose message is no longer kept.
  forgotten_seq bigint not null default 0
) with (fillfactor = 50);
insert into live_counter default values;

create table live_message (
  seq        bigint primary key,
  dept_id    integer not null references sys_dept on delete cascade,
  topic      text not null,
  payload    jsonb not null,
  -- False for what only passes through because it is too large for a notification.
  kept       boolean not null,
  created_at timestamptz not null
);
create index live_message_time on live_message (created_at);

-- However a session ends (logging out, being logged out, a stopped account), sockets hear of it at once.
create function announce_session_end() returns trigger language plpgsql as $$
begin
  perform pg_notify('limpid_bus', '{"from":"database","topic":"session.ended","payload":null}');
  return null;
end $$;
create trigger session_ended after delete on session
  for each statement execute function announce_session_end();
create trigger account_changed after update of status, del_flag on sys_user
  for each statement execute function announce_session_end();
