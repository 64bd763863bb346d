import type { Texts } from '#shared/locales/texts.ts'

/** Title of a screen that has help: all but those a link leads to and those before signing in, which stand alone. */
export type HelpTitle = keyof Texts['screen-help']['screens']

type Manual = keyof Texts['taxonomy']['manuals']

export interface ScreenHelp {
  /** Key of the manual that belongs to it. */
  manual?: Manual
}

/** Manuals that belong to screens, by the title of the screen. */
export const SCREEN_HELP: Partial<Record<HelpTitle, ScreenHelp>> = {
  locations: { manual: 'quick_start' },
  new_location: { manual: 'quick_start' },
  new_area: { manual: 'quick_start' },
  data: { manual: 'calibration' },
  photos: { manual: 'device' },
  devices: { manual: 'device' },
  heard_devices: { manual: 'device' },
  device_label: { manual: 'device' },
  device_settings: { manual: 'device' },
  mapping: { manual: 'device' },
  codec: { manual: 'device' },
  calibration: { manual: 'calibration' },
  research_dashboard: { manual: 'research' },
  emission: { manual: 'emission' },
  emission_settings: { manual: 'emission' },
  reports: { manual: 'reports' },
  schedules: { manual: 'reports' },
  schedule: { manual: 'reports' },
  planning: { manual: 'research' },
  quick_start: { manual: 'research' },
  research: { manual: 'research' },
  new_research: { manual: 'research' },
  edit_research: { manual: 'research' },
  consent: { manual: 'research' },
  access_tokens: { manual: 'node_red' },
  feeds: { manual: 'grafana' },
}
