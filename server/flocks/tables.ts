export interface FlockTables {
  /** Litres that the animals of an area drank on a local day, as somebody typed them. */
  water_days: { area_id: number; date: string; litres: number }
}
