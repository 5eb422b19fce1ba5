-- A person as lists show them: with the department, and without the password.
create view sys_user_row as
select u.user_id, u.dept_id, u.user_name, u.nick_name, u.email, u.phonenumber, u.sex, u.avatar, u.status, u.del_flag,
  u.login_ip, u.login_date, u.create_by, u.create_time, u.update_by, u.update_time, u.remark,
  d.dept_name, d.leader,
  json_build_object('deptId', d.dept_id, 'deptName', d.dept_name, 'leader', d.leader) as dept,
  -- Five wrong passwords lock an account, as the login counts them.
  case when exists (
    select from login_failure f
    where f.subject = 'user:' || lower(u.user_name) and f.count >= 5 and f.expires_at > now()) then '1' else '0'
  end as locked
from sys_user u
left join sys_dept d on d.dept_id = u.dept_id;

-- Named after its column, so that a message can name the field.
alter table sys_user rename constraint sys_user_dept_id_fkey to sys_user_dept_id;

-- Names that a reader takes for the same count as taken: found without reading all of them.
create index sys_user_folded_name on sys_user (lower(normalize(user_name, nfkc))) where del_flag = '0';

-- Who is in a department is read from the index alone: pages and totals of a scope touch only what they show.
drop index sys_user_dept;
create index sys_user_dept on sys_user (dept_id, user_id) include (del_flag);

-- The orders a list can have.
create index sys_user_order_name on sys_user (user_name, user_id) where del_flag = '0';
create index sys_user_order_create on sys_user (create_time, user_id) where del_flag = '0';
create index sys_user_order_login on sys_user (login_date, user_id) where del_flag = '0';

-- Parts of names and numbers. Where the extension cannot be had, such a search reads all rows.
do $$
begin
  create extension if not exists pg_trgm;
  create index sys_user_name_part on sys_user using gin (user_name gin_trgm_ops);
  create index sys_user_phonenumber_part on sys_user using gin (phonenumber gin_trgm_ops);
exception
  when insufficient_privilege or undefined_file or feature_not_supported or undefined_object then
    raise notice 'pg_trgm is not available';
end
$$;
