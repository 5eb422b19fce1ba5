-- Failed logins are counted for each account and address together, for each address and for each account. The old counts
-- lived ten minutes and are dropped.
drop view sys_user_row;
drop table login_failure;

create table login_failure (
  -- pair, address, account: see login-guard.rule.ts; session: own password asked again; register; captcha: address that
  -- was asked for one.
  kind         text not null,
  account      text not null default '',
  address      text not null default '',
  -- Epoch milliseconds: failures of the last ten minutes, and attempts that are being judged.
  failed_at    double precision[] not null default '{}',
  pending      double precision[] not null default '{}',
  locked_until timestamptz,
  expires_at   timestamptz not null,
  primary key (kind, account, address)
);
create index login_failure_account on login_failure (account);
create index login_failure_expiry on login_failure (expires_at);

-- Addresses that logged in to an account: the account-wide captcha is never asked from them.
create table login_address (
  user_id       integer not null references sys_user on delete cascade,
  address       text not null,
  last_login_at timestamptz not null,
  primary key (user_id, address)
);
create index login_address_time on login_address (last_login_at);

insert into login_address (user_id, address, last_login_at)
select u.user_id, l.ipaddr, max(l.login_time)
from sys_logininfor l
join sys_user u on u.user_name = l.user_name and u.del_flag = '0'
where l.status = '0' and l.msg = 'server.loggedIn' and l.login_time > now() - interval '30 days'
  -- IPv6 is remembered by network, which the log does not have.
  and l.ipaddr not like '%:%'
group by u.user_id, l.ipaddr;

-- A person as lists show them. Locked: wrong passwords from at least one address lock the account there.
create view sys_user_row as
select u.user_id, u.dept_id, u.user_name, u.nick_name, u.email, u.phonenumber, u.sex, u.avatar, u.status, u.del_flag,
  u.login_ip, u.login_date, u.create_by, u.create_time, u.update_by, u.update_time, u.remark,
  d.dept_name, d.leader,
  json_build_object('deptId', d.dept_id, 'deptName', d.dept_name, 'leader', d.leader) as dept,
  case when exists (
    select from login_failure f
    where f.kind = 'pair' and f.account = lower(u.user_name) and f.locked_until > now()) then '1' else '0'
  end as locked,
  (select string_agg(p.post_name, ', ' order by p.post_sort, p.post_id)
    from sys_user_post up join sys_post p using (post_id) where up.user_id = u.user_id) as post_names,
  (select string_agg(r.role_name, ', ' order by r.role_sort, r.role_id)
    from sys_user_role ur join sys_role r using (role_id)
    where ur.user_id = u.user_id and r.del_flag = '0') as role_names
from sys_user u
left join sys_dept d on d.dept_id = u.dept_id;
