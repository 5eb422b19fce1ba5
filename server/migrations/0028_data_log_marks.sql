-- Values of stations that are made up are told apart in the log of changed ones, as wherever sites are listed.
create view data_log_row as
select l.*, coalesce(s.simulated, false) as simulated
from data_log l
left join site s using (site_id);
