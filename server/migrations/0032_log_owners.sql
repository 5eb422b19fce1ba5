-- Operation and login logs follow the data scope: a row keeps the user and the department it belonged to at that moment. Rows
-- of nobody known have neither, and are shown only to callers who reach everything.
alter table sys_oper_log add column user_id integer, add column dept_id integer;
alter table sys_logininfor add column user_id integer, add column dept_id integer;

-- Older rows have only a name. A name that several accounts have had, one after the other, says nothing for certain.
with account as (
  select user_name, min(user_id) as user_id, min(dept_id) as dept_id, min(create_time) as since
  from sys_user group by user_name having count(*) = 1)
update sys_oper_log l set user_id = a.user_id, dept_id = a.dept_id
from account a where l.oper_name = a.user_name and l.oper_time >= a.since;

with account as (
  select user_name, min(user_id) as user_id, min(dept_id) as dept_id, min(create_time) as since
  from sys_user group by user_name having count(*) = 1)
update sys_logininfor l set user_id = a.user_id, dept_id = a.dept_id
from account a where l.user_name = a.user_name and l.login_time >= a.since;

create index sys_oper_log_dept on sys_oper_log (dept_id, oper_time, oper_id);
create index sys_oper_log_user on sys_oper_log (user_id, oper_time, oper_id);
create index sys_logininfor_dept on sys_logininfor (dept_id, login_time, info_id);
create index sys_logininfor_user on sys_logininfor (user_id, login_time, info_id);
create index data_log_site_id on data_log (site_id, create_time, log_id);
