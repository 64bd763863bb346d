export interface IngestTables {
  /** Times of the oldest and the newest reading (ISO 8601) that came after its time and was not judged yet. */
  late_readings: { device_id: number; start: string; end: string; changes: number }
}
