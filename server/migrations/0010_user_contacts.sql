-- A number or an address reaches one person. What a deleted user leaves behind is free again.
create unique index sys_user_phonenumber on sys_user (phonenumber) where del_flag = '0' and phonenumber <> '';
create unique index sys_user_email on sys_user (lower(email)) where del_flag = '0' and email <> '';
