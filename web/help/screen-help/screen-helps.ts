import type { Texts } from '#shared/locales/texts.ts'
import type { Word } from '../glossary/words.ts'

/** Title of a screen that has help: all but those a link leads to and those before signing in, which stand alone. */
export type HelpTitle = keyof Texts['screen-help']['screens']

type Manual = keyof Texts['taxonomy']['manuals']

export interface ScreenHelp {
  /** Words of the glossary that are on it. */
  words?: readonly Word[]
  /** Key of the manual that belongs to it. */
  manual?: Manual
}

/** Words and manuals that belong to screens, by the title of the screen. */
export const SCREEN_HELP: Partial<Record<HelpTitle, ScreenHelp>> = {
  terms: { words: ['owner', 'consent'] },
  locations: { words: ['grade', 'comfort', 'not_graded', 'silent'], manual: 'quick_start' },
  new_location: { words: ['location', 'area', 'ubn'], manual: 'quick_start' },
  edit_location: { words: ['owner', 'ubn', 'group'] },
  new_area: { words: ['area', 'comfort', 'emission'], manual: 'quick_start' },
  edit_area: { words: ['comfort', 'round'] },
  deleted_places: { words: ['location', 'area'] },
  data: { words: ['grade', 'comfort', 'coverage', 'doubtful', 'limit'], manual: 'calibration' },
  boards: { words: ['board', 'area'] },
  board: { words: ['board', 'comfort', 'limit'] },
  shared_board: { words: ['board', 'group'] },
  photos: { words: ['plan'], manual: 'device' },
  devices: { words: ['silent', 'placement', 'device_key', 'refused', 'plan'], manual: 'device' },
  heard_devices: { words: ['lorawan', 'mqtt'], manual: 'device' },
  device_label: { words: ['placement'], manual: 'device' },
  device_settings: { words: ['owner'], manual: 'device' },
  mapping: { words: ['mapping', 'refused', 'device_key'], manual: 'device' },
  codec: { words: ['decoder', 'lorawan'], manual: 'device' },
  calibration: { words: ['calibration', 'doubtful'], manual: 'calibration' },
  import: { words: ['coverage', 'refused'] },
  export: { words: ['coverage', 'doubtful', 'calibration'] },
  data_dashboard: { words: ['coverage', 'comfort', 'limit'] },
  exposure: { words: ['exposure', 'thi', 'comfort', 'limit', 'coverage'] },
  rounds: { words: ['round', 'day_of_age', 'curve'] },
  emission: { words: ['emission', 'permit', 'ceiling', 'likely_range', 'ammonia'], manual: 'emission' },
  emission_settings: { words: ['factor', 'reducer', 'permit', 'ubn'], manual: 'emission' },
  reports: { words: ['schedule', 'coverage'], manual: 'reports' },
  schedules: { words: ['schedule'], manual: 'reports' },
  schedule: { words: ['schedule'], manual: 'reports' },
  diary: { words: ['inspection', 'checklist'] },
  inspection_details: { words: ['inspection', 'checklist'] },
  place_inspections: { words: ['inspection'] },
  inspection: { words: ['inspection', 'round'] },
  new_inspection: { words: ['outbox', 'checklist'] },
  edit_inspection: { words: ['inspection', 'outbox'] },
  outbox: { words: ['outbox'] },
  checklists: { words: ['checklist', 'inspection'] },
  edit_checklist: { words: ['checklist'] },
  planning: { words: ['placement'], manual: 'research' },
  quick_start: { words: ['placement', 'research_project'], manual: 'research' },
  research: { words: ['research_project', 'consent', 'frozen_version', 'placement'], manual: 'research' },
  new_research: { words: ['research_project', 'placement'], manual: 'research' },
  edit_research: { words: ['research_project'], manual: 'research' },
  consent: { words: ['consent', 'owner'], manual: 'research' },
  research_dashboard: { words: ['coverage', 'consent'], manual: 'research' },
  alerts: { words: ['alert', 'acknowledge', 'urgency', 'alarm_plan'] },
  alert_rules: { words: ['alert_rule', 'limit', 'urgency'] },
  default_rules: { words: ['limit', 'alert_rule', 'comfort'] },
  new_rule: { words: ['limit', 'urgency', 'quiet_hours'] },
  edit_rule: { words: ['limit', 'urgency', 'quiet_hours'] },
  alarm_watch: { words: ['monitoring', 'alarm_plan'] },
  alarm_plan: { words: ['alarm_plan', 'acknowledge'] },
  alert_delivery: { words: ['quiet_hours', 'urgency', 'daily_summary', 'webhook'] },
  displays: { words: ['wall_display', 'grade'] },
  floor_plans: { words: ['location', 'placement', 'grade'] },
  groups: { words: ['group', 'owner'] },
  group: { words: ['group', 'owner'] },
  profile: { words: ['access_token', 'feed'] },
  access_tokens: { words: ['access_token'], manual: 'node_red' },
  feeds: { words: ['feed', 'mqtt'], manual: 'grafana' },
  audit_log: { words: ['owner'] },
  fleet: { words: ['silent', 'plan', 'owner'] },
}
