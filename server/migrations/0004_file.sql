-- What people have uploaded; the bytes lie in DATA_DIR/files under the same id.
create table file (
  id          text primary key,
  purpose     text not null,
  user_id     integer references sys_user on delete set null,
  dept_id     integer references sys_dept on delete set null,
  name        text not null,
  media_type  text not null,
  -- While a file arrives this is what it may become: it counts against its owner's quota from the start.
  size        bigint not null,
  -- Null until the file has arrived and passed.
  sha256      bytea,
  created_at  timestamptz not null,
  -- Null while something uses the file; a day after nothing does, it is removed.
  loose_since timestamptz
);
create index file_owner on file (user_id);
create index file_loose on file (loose_since) where loose_since is not null;
