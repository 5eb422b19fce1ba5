-- A number to speak of a session by: it opens nothing, unlike the token.
alter table session add column session_id bigint generated always as identity;
create unique index session_number on session (session_id);

-- Who is logged in now, on every process.
create view online_session as
  select s.session_id, s.session_id::text as token_id, s.user_id, u.user_name, u.nick_name, u.dept_id, d.dept_name,
    s.address as ipaddr, null::text as login_location, s.browser, s.os,
    s.created_at as login_time, s.last_used_at as last_use_time
  from session s
  join sys_user u on u.user_id = s.user_id
  left join sys_dept d on d.dept_id = u.dept_id
  where s.expires_at > now();
