-- What simulated sites report never leaves this machine.
alter table forward_target add constraint forward_target_simulated
  check (not simulated or (protocol like 'hj212-%' and address ~ '^127\.0\.0\.1:[0-9]+$'));
