#!/bin/sh
# Runs once in the container of PostgreSQL, when its volume is empty. The servers use a role that is not a superuser, so that an injected
# statement cannot read files or run programs. It may create databases, because a drill restores a backup into a temporary one, and clear
# the write-ahead log, which contains erased values. Without a password, the superuser can connect only inside the container.
set -eu
psql --quiet --set=ON_ERROR_STOP=1 --username=postgres --dbname=postgres <<'SQL'
\getenv password POSTGRES_PASSWORD
create role practice login createdb password :'password';
create database practice owner practice;
grant pg_checkpoint to practice;
\connect practice
grant execute on function pg_switch_wal() to practice;
alter role postgres password null;
SQL
