import { readFile } from 'node:fs/promises';
import { contains } from './workTree';

/** File systems of Linux that give a folder another time whenever an entry comes or goes. */
const reliable = new Set([
  'bcachefs',
  'btrfs',
  'ext2',
  'ext3',
  'ext4',
  'f2fs',
  'overlay',
  'tmpfs',
  'xfs',
  'zfs',
]);

/**
 * Whether a folder below a root is surely as it was if its time is the same, so that it need not be
 * listed again. Network and shared file systems do not promise it. False where it is not known.
 */
export async function folderTimesTell(root: string): Promise<boolean> {
  const table = await readFile('/proc/self/mountinfo', 'utf8').catch(() => '');
  return table !== '' && tellsByMounts(root, table);
}

/** @param table content of `/proc/self/mountinfo` */
export function tellsByMounts(root: string, table: string): boolean {
  let [around, kindAround] = ['', ''];
  for (const line of table.split('\n').filter(Boolean)) {
    const [mount, device = ''] = line.split(' - ');
    const point = spelled(mount?.split(' ')[4] ?? '');
    const kind = device.split(' ')[0] ?? '';
    if (contains(point, root)) {
      // The last of several mounts at one place is on top.
      [around, kindAround] = point.length >= around.length ? [point, kind] : [around, kindAround];
    } else if (contains(root, point) && !reliable.has(kind)) {
      return false;
    }
  }
  return reliable.has(kindAround);
}

/** Replaces `\040` and the like. */
function spelled(point: string): string {
  return point.replace(/\\([0-7]{3})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 8)),
  );
}
