-- Once, at the primary, as postgres: the portal's role, and the database that it owns.
create role colloquium login password 'change-me-colloquium';
create database colloquium owner colloquium;
