-- The slots of an hour with a value that no device has sent as it stands: imported from a file, or changed by a person. Bit
-- n - 1 is slot n. What was measured in them follows from their readings only. Null in hours that were made before this was
-- noted: of these nothing is known.
alter table reading_hour add unmeasured integer;
