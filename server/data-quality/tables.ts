export interface DataQualityTables {
  /**
   * Single row: until when a process searches for doubtful readings (empty: none does), and until when that was done.
   */
  fault_searches: { id: number; taken_until: string; done_until: string | null }
}
