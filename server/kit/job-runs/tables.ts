export interface JobRunTables {
  /** Last run of each job of the clock, by whichever process. Jobs that look for what waits are noted once a minute. */
  job_runs: {
    name: string
    /** ISO 8601, as `failed_at`. */
    began_at: string
    took_ms: number
    /** Reason of the failure; null where the run went well. */
    problem: string | null
    /** Time of the last failure; null where it never failed. */
    failed_at: string | null
    /** Failures in a row. */
    failures: number
    /** Process that it fails in, where several run it at a time; null otherwise. */
    failing: string | null
  }
}
