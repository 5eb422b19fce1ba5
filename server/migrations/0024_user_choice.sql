-- What a person chose about the screens (columns, page size), to be found again on every device.
create table user_choice (
  user_id integer not null references sys_user on delete cascade,
  key     text not null,
  value   text not null,
  primary key (user_id, key)
);

-- A person as lists show them, with the names of posts and roles. Computed for the rows that are read and no others.
create or replace view sys_user_row as
select u.user_id, u.dept_id, u.user_name, u.nick_name, u.email, u.phonenumber, u.sex, u.avatar, u.status, u.del_flag,
  u.login_ip, u.login_date, u.create_by, u.create_time, u.update_by, u.update_time, u.remark,
  d.dept_name, d.leader,
  json_build_object('deptId', d.dept_id, 'deptName', d.dept_name, 'leader', d.leader) as dept,
  case when exists (
    select from login_failure f
    where f.subject = 'user:' || lower(u.user_name) and f.count >= 5 and f.expires_at > now()) then '1' else '0'
  end as locked,
  (select string_agg(p.post_name, ', ' order by p.post_sort, p.post_id)
    from sys_user_post up join sys_post p using (post_id) where up.user_id = u.user_id) as post_names,
  (select string_agg(r.role_name, ', ' order by r.role_sort, r.role_id)
    from sys_user_role ur join sys_role r using (role_id)
    where ur.user_id = u.user_id and r.del_flag = '0') as role_names
from sys_user u
left join sys_dept d on d.dept_id = u.dept_id;
