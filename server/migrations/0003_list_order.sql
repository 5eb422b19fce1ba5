-- A page of a long list is read in the order it is shown in, without sorting all of it.
create index sys_post_order on sys_post (post_sort, post_id);
