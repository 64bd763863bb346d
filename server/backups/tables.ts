import type { Generated } from 'kysely'

export interface BackupTables {
  /** Backups that somebody or the clock asked for. The backups themselves lie in `BACKUP_DIR`. */
  backups: {
    id: Generated<number>
    status: 'waiting' | 'running' | 'ready' | 'failed'
    asked_at: string
    taken_until: string
    tries: number
    /** Name in the folder of backups. */
    name: string | null
    finished_at: string | null
    /** Time at which it was restored for trial, and all of it was there. */
    checked_at: string | null
    problem: string | null
  }
}
