-- Since when the present device is at the site; null if no other one was there while the platform took note.
alter table site add column device_since timestamptz;
