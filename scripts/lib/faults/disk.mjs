// A small disk that can be filled: a tmpfs. Mounting one needs root.
import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const SIZE = '24m';

/** Mounts an empty disk at `folder`; returns what takes it away. Throws, naming the reason, where it cannot. */
export function mountSmallDisk(folder) {
  mkdirSync(folder, { recursive: true });
  const mount = spawnSync(
    'mount',
    ['-t', 'tmpfs', '-o', `size=${SIZE},mode=777`, 'tmpfs', folder],
    {
      encoding: 'utf8',
    },
  );
  if (mount.status !== 0) {
    const reason = (mount.stderr || mount.error?.message || '').trim();
    throw new Error(`A tmpfs cannot be mounted here (it needs root): ${reason}`);
  }
  return () => {
    spawnSync('umount', ['-l', folder]);
  };
}

/** Writes until the disk has no byte left; returns what deletes that again. */
export function fillUntilFull(folder) {
  const file = join(folder, 'filler');
  const handle = openSync(file, 'w');
  const deleted = () => rmSync(file, { force: true });
  for (let size = 65_536; size >= 1; size = Math.floor(size / 2)) {
    try {
      for (;;) writeSync(handle, Buffer.alloc(size));
    } catch (error) {
      if (error.code !== 'ENOSPC') throw error;
    }
  }
  closeSync(handle);
  return deleted;
}
