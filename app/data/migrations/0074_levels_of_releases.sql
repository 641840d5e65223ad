-- migration: contracts, requires 0074
-- The oldest release that can run on the database after a migration, as the number of the newest migration that this release must have.
-- Null: the migration keeps the releases before it working. Releases before this migration never start on a later database.
alter table schema_migrations add column required_level text check (required_level ~ '^[0-9]{4}$');
