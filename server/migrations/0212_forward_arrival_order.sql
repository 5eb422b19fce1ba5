-- New readings are taken before changed ones, of which a correction of months brings many.
create index forward_arrival_order on forward_arrival (changed, arrival_id);
