import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Writes JavaScript replacements for the two native modules that the server loads at startup and
 * that npm ships only as C++ source. Without a log module, all log files and output channels stay
 * empty.
 */
export async function writeNativeStandIns(modules: string): Promise<void> {
  await writeModule(join(modules, '@vscode', 'spdlog'), '@vscode/spdlog', spdlog);
  // Renamed between 1.99 and 1.139; if it is missing, the host only logs an error.
  await writeModule(join(modules, 'native-watchdog'), 'native-watchdog', watchdog);
  await writeModule(
    join(modules, '@vscode', 'native-watchdog'),
    '@vscode/native-watchdog',
    watchdog,
  );
}

async function writeModule(folder: string, name: string, source: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(
    join(folder, 'package.json'),
    `${JSON.stringify({ name, version: '0.0.0', main: 'index.js', type: 'commonjs' })}\n`,
  );
  await writeFile(join(folder, 'index.js'), source);
}

// Both use `exports.x = …`, so that Node's lexer finds the names for `import()`.
const spdlog = `'use strict';
const { appendFileSync, mkdirSync } = require('node:fs');
const { dirname } = require('node:path');

const names = ['trace', 'debug', 'info', 'warning', 'error', 'critical'];

class Logger {
  constructor(file) {
    this.file = file;
    this.level = 2;
    this.plain = false;
    this.pending = '';
    mkdirSync(dirname(file), { recursive: true });
    appendFileSync(file, '');
  }
  write(level, message) {
    if (level < this.level) return;
    const time = new Date().toISOString().replace('T', ' ').slice(0, -1);
    this.pending += this.plain ? message : time + ' [' + names[level] + '] ' + message + '\\n';
    if (!this.timer) this.timer = setImmediate(() => this.flush());
  }
  trace(message) { this.write(0, message); }
  debug(message) { this.write(1, message); }
  info(message) { this.write(2, message); }
  warn(message) { this.write(3, message); }
  error(message) { this.write(4, message); }
  critical(message) { this.write(5, message); }
  getLevel() { return this.level; }
  setLevel(level) { this.level = level; }
  setPattern() { this.plain = false; }
  clearFormatters() { this.plain = true; }
  flush() {
    clearImmediate(this.timer);
    this.timer = undefined;
    const text = this.pending;
    this.pending = '';
    try {
      if (text) appendFileSync(this.file, text);
    } catch (error) {
      // The log folder is removed while the server stops.
      if (error.code !== 'ENOENT') throw error;
    }
  }
  drop() { this.flush(); }
}

exports.version = 0;
exports.setLevel = () => undefined;
exports.setFlushOn = () => undefined;
exports.shutdown = () => undefined;
exports.createRotatingLogger = async (name, file) => new Logger(file);
exports.createAsyncRotatingLogger = async (name, file) => new Logger(file);
`;

const watchdog = `'use strict';
exports.start = parent => {
  const timer = setInterval(() => {
    try {
      process.kill(parent, 0);
    } catch {
      process.exit(87);
    }
  }, 1000);
  timer.unref();
};
exports.exit = code => process.exit(code);
`;
