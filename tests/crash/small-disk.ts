import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A disk of its own for a test. Only root may mount one. */
export const mountSmallDisk = (megabytes: number) => {
  const folder = mkdtempSync(join(tmpdir(), 'barnometer-disk-'))
  execFileSync('/bin/mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  const filler = join(folder, 'filler')
  return {
    folder: join(folder, 'data'),
    /** Leaves not one byte. */
    fill: (): void => {
      const file = openSync(filler, 'a')
      for (const size of [1 << 20, 1 << 12, 1]) writeUntilFull(file, Buffer.alloc(size))
      closeSync(file)
      if (statfsSync(folder).bavail > 0) throw new Error('the disk is not full')
    },
    free: (): void => rmSync(filler),
    unmount: (): void => {
      execFileSync('/bin/umount', ['-l', folder])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const writeUntilFull = (file: number, block: Buffer): void => {
  try {
    for (;;) writeSync(file, block)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}

/** Why no disk can be mounted here, or null when it can. */
export const noSmallDisk = (): string | null => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'only root on Linux may mount a small disk'
  try {
    mountSmallDisk(1).unmount()
    return null
  } catch {
    return 'this machine does not let even root mount a disk'
  }
}
