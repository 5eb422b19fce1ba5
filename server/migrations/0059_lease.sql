-- Leadership: the process that may do a piece of background work. No owner: released.
create table lease (
  name text primary key,
  owner uuid,
  -- Grows whenever the lease is taken, so that a late writer of an earlier term is recognised.
  fence bigint not null,
  expires_at timestamptz not null
);
