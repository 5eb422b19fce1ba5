-- Each packet of a gap moves its start: while no index has the start and the page has room, that writes no index.
drop index forward_gap_lane;
create index forward_gap_lane on forward_gap (target_id, site_id);
alter table forward_gap set (fillfactor = 50);
