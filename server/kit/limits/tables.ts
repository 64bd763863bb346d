export interface LimitTables {
  /** Tries that a limit counts, of all processes together. */
  limit_counts: { policy: string; key_hash: string; count: number; ends_at: string }
}
