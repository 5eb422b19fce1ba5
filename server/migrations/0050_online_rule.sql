-- The rule of site_row.online is also in the contract, which decides without a query: contract/src/site/online.ts. A change
-- of one is a change of both; site.test.ts compares them to the millisecond.
comment on column site_row.online is
  'on within greatest(3 * report_interval, 180) seconds after last_seen: the rule of contract/src/site/online.ts';
