export interface SettingTables {
  settings: { user_id: number; name: string; value: string }
}
