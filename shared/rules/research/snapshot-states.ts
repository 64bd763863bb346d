/** States of a frozen version on its way to a file. */
export const SNAPSHOT_STATES = ['waiting', 'running', 'ready', 'failed', 'deleted'] as const
export type SnapshotState = (typeof SNAPSHOT_STATES)[number]

/** States of the file of a version, as it was found when somebody last asked for it: gone, or with another checksum. */
export const FILE_DAMAGES = ['lost', 'changed'] as const
export type FileDamage = (typeof FILE_DAMAGES)[number]

/** Rights of a caller on a frozen version. */
export const SNAPSHOT_RIGHTS = ['download', 'publish', 'delete'] as const

/** Versions of one project that may be waiting or in the making. */
export const MAX_UNFINISHED_SNAPSHOTS = 2
