-- Counts of the last minutes: nobody misses them after a crash of the database, and counting must not wait for the disk.
alter table attempt set unlogged;
