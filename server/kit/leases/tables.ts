export interface LeaseTables {
  /** Work that one process at a time does, by its name. */
  leases: {
    name: string
    /** Number of owners so far: a process that comes late is known by an older one. */
    term: number
    /** Epoch ms by the clock of the database; 0 once it was given back. */
    held_until: number
    /** Time of the clock a job was last begun for (ISO 8601); empty for a lease that is no job's. */
    tick: string
    /** Processes that began the job for this tick. */
    tries: number
  }
}
