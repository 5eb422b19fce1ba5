-- Neighbours are told apart by their names. What a deleted department leaves behind is free again.
create unique index sys_dept_dept_name on sys_dept (parent_id, dept_name) where del_flag = '0';
