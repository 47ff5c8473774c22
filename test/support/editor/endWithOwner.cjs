'use strict';
// Preloaded into the server. Its stdin is a pipe that closes when the process that started it ends,
// even by SIGKILL; then the whole process group ends.
if (process.argv[1]?.endsWith('server-main.js')) {
  process.stdin.on('end', () => process.kill(-process.pid, 'SIGTERM'));
  process.stdin.resume();
}
