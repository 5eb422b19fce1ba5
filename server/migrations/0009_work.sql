-- Work that outlasts its request, kept for a day with what became of it.
create table work (
  id           text primary key,
  user_id      integer not null references sys_user on delete cascade,
  title        text not null,
  language     text not null,
  state        text not null default 'running',
  done         integer not null default 0,
  total        integer,
  problem      text,
  file_name    text,
  report       jsonb,
  created_at   timestamptz not null,
  -- Moves on while the process that does the work lives.
  heartbeat_at timestamptz not null
);
create index work_owner on work (user_id, created_at);
create index work_age on work (created_at);
