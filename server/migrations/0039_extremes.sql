-- The lowest and highest value within the mean of a minute, an hour or a day, as devices send them (Min, Max): a version, then for
-- each slot one byte for it and four each for low and high, NaN where there is none (see extremes.rule.ts). Null where none were sent.
alter table reading add extremes bytea;

-- The same of packed days: blocks like those of the values, null where none were sent. Days that were packed before have none.
alter table reading_block_value add low bytea, add high bytea;
alter table reading_block_value alter low set storage external, alter high set storage external;
