import type { ProvisionBed } from './provisionBed';

/**
 * `apt-get` that logs its calls and installs small stand-ins. The file `hold-<last argument>` in
 * the state folder blocks it. The text of `complaint` is printed once in place of working, or each
 * time if there is a file `stubborn`.
 */
const aptGet = `
while [ "$1" != update ] && [ "$1" != install ]; do shift; done
echo "$*" >> "$STATE/calls"
for last in "$@"; do :; done
if [ -e "$STATE/hold-$last" ]; then
  : > "$STATE/at-$last"
  while [ -e "$STATE/hold-$last" ]; do sleep 0.02; done
fi
if [ -s "$STATE/complaint" ]; then
  cat "$STATE/complaint" >&2
  [ -e "$STATE/stubborn" ] || : > "$STATE/complaint"
  exit 100
fi
case "$*" in
  *chromium*) printf '#!/bin/sh\\n' > "$BIN/chromium"; chmod 755 "$BIN/chromium" ;;
  *fonts*) mkdir -p "$XDG_DATA_DIRS/fonts"; : > "$XDG_DATA_DIRS/fonts/Sans.ttf" ;;
  *ipykernel*) printf '#!/bin/sh\\n' > "$BIN/python3"; chmod 755 "$BIN/python3" ;;
esac`;

export async function addFakeApt(bed: ProvisionBed, { isRoot = true } = {}): Promise<void> {
  await bed.addProgram('apt-get', aptGet);
  await bed.addProgram('dpkg', 'echo "dpkg $*" >> "$STATE/calls"; : > "$STATE/status"');
  await bed.addProgram('dpkg-query', 'cat "$STATE/status"');
  await bed.addProgram('id', `echo ${isRoot ? 0 : 1000}`);
}
