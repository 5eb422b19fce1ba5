-- Names and keys of roles are taken only by roles that are there; a removed one leaves them free.
create unique index sys_role_role_name on sys_role (role_name) where del_flag = '0';
create unique index sys_role_role_key on sys_role (role_key) where del_flag = '0';

-- Who made a role sees it before anybody has it.
alter table sys_role add owner_id integer references sys_user on delete set null;

-- The people who have a role, and those who could be given it. The administrator needs none.
create view sys_role_allocated as
  select ur.role_id, u.user_id, u.dept_id, d.dept_name, u.user_name, u.nick_name, u.email, u.phonenumber,
    u.status, u.del_flag, u.create_time
  from sys_user_role ur
  join sys_user u on u.user_id = ur.user_id
  left join sys_dept d on d.dept_id = u.dept_id;

create view sys_role_unallocated as
  select r.role_id, u.user_id, u.dept_id, d.dept_name, u.user_name, u.nick_name, u.email, u.phonenumber,
    u.status, u.del_flag, u.create_time
  from sys_role r
  cross join sys_user u
  left join sys_dept d on d.dept_id = u.dept_id
  where u.user_id <> 1
    and not exists (select from sys_user_role ur where ur.role_id = r.role_id and ur.user_id = u.user_id);
