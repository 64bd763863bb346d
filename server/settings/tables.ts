export interface SettingTables {
  settings: { user_id: number; name: string; value: string }
  /**
   * Order and choice of the charts of a kind of area, by account: `chart_order` and `hidden` are JSON, lists of keys of groups.
   * `area_type_id` is 0 for devices without an area.
   */
  chart_arrangements: { user_id: number; area_type_id: number; chart_order: string; hidden: string }
}
