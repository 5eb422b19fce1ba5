-- Queries of the analysis screens under a name, for their owner or for the owner's department.
create table saved_query (
  query_id integer generated always as identity primary key,
  user_id integer not null references sys_user on delete cascade,
  query_name text not null,
  shared boolean not null,
  -- No foreign key: a removed site is left out and counted.
  site_ids integer[] not null,
  -- The other parts of the query as in the address of a screen.
  address text not null,
  update_time timestamptz not null,
  unique (user_id, query_name)
);
