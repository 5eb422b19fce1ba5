-- Who somebody is elsewhere: a mobile app's account service vouches for a subject, a password tied it to a user.
create table user_identity (
  provider text not null,
  subject  text not null,
  user_id  integer not null references sys_user on delete cascade,
  bound_at timestamptz not null,
  primary key (provider, subject)
);
create index user_identity_owner on user_identity (user_id);

-- Only the hash is kept: a copy of this table binds nothing and opens no session.
create table identity_code (
  code_hash  bytea primary key,
  purpose    text not null check (purpose in ('bind', 'login')),
  provider   text not null,
  subject    text not null,
  expires_at timestamptz not null
);
create index identity_code_subject on identity_code (provider, subject);
create index identity_code_expiry on identity_code (expires_at);
