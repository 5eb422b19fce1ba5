-- The rules that have to be evaluated, beside the sites; null for all rules of the basis.
alter table alarm_input add column rules integer[];

-- Every value up to this moment can change the state; infinite unless the rule is in its normal state at the site, in
-- which later values matter only if they can raise an alarm.
alter table alarm_state add column watched_until timestamptz not null default 'infinity';
