import type absenceMails from './en/absence-mails.json'
import type accessTokens from './en/access-tokens.json'
import type accountLoss from './en/account-loss.json'
import type alarmMails from './en/alarm-mails.json'
import type alarmPlan from './en/alarm-plan.json'
import type alertDelivery from './en/alert-delivery.json'
import type alertMails from './en/alert-mails.json'
import type alertRules from './en/alert-rules.json'
import type alertSentence from './en/alert-sentence.json'
import type alerts from './en/alerts.json'
import type app from './en/app.json'
import type audit from './en/audit.json'
import type benchmarks from './en/benchmarks.json'
import type boards from './en/boards.json'
import type calibration from './en/calibration.json'
import type checklists from './en/checklists.json'
import type codec from './en/codec.json'
import type contactPoints from './en/contact-points.json'
import type dates from './en/dates.json'
import type demoDiary from './en/demo-diary.json'
import type deviceLimits from './en/device-limits.json'
import type deviceSettings from './en/device-settings.json'
import type devices from './en/devices.json'
import type diary from './en/diary.json'
import type displays from './en/displays.json'
import type emission from './en/emission.json'
import type emissionReport from './en/emission-report.json'
import type emissionSettings from './en/emission-settings.json'
import type exportsTexts from './en/exports.json'
import type feeds from './en/feeds.json'
import type fleet from './en/fleet.json'
import type flocks from './en/flocks.json'
import type floorPlans from './en/floor-plans.json'
import type form from './en/form.json'
import type glossary from './en/glossary.json'
import type grade from './en/grade.json'
import type groups from './en/groups.json'
import type help from './en/help.json'
import type home from './en/home.json'
import type importTexts from './en/import.json'
import type insights from './en/insights.json'
import type inspect from './en/inspect.json'
import type locations from './en/locations.json'
import type manualCalibration from './en/manual-calibration.json'
import type manualChirpstack from './en/manual-chirpstack.json'
import type manualContactPoints from './en/manual-contact-points.json'
import type manualDevice from './en/manual-device.json'
import type manualEmission from './en/manual-emission.json'
import type manualEsphome from './en/manual-esphome.json'
import type manualFrozenVersions from './en/manual-frozen-versions.json'
import type manualGrafana from './en/manual-grafana.json'
import type manualHomeAssistant from './en/manual-home-assistant.json'
import type manualNodeRed from './en/manual-node-red.json'
import type manualQuickStart from './en/manual-quick-start.json'
import type manualReports from './en/manual-reports.json'
import type manualResearch from './en/manual-research.json'
import type manualTasmota from './en/manual-tasmota.json'
import type manualTelegraf from './en/manual-telegraf.json'
import type manualThingsStack from './en/manual-things-stack.json'
import type manualZigbee2mqtt from './en/manual-zigbee2mqtt.json'
import type mapping from './en/mapping.json'
import type measurements from './en/measurements.json'
import type offers from './en/offers.json'
import type operations from './en/operations.json'
import type outbox from './en/outbox.json'
import type people from './en/people.json'
import type personalData from './en/personal-data.json'
import type photos from './en/photos.json'
import type places from './en/places.json'
import type projects from './en/projects.json'
import type questions from './en/questions.json'
import type reportPaper from './en/report-paper.json'
import type reports from './en/reports.json'
import type research from './en/research.json'
import type researchDashboard from './en/research-dashboard.json'
import type rounds from './en/rounds.json'
import type schedules from './en/schedules.json'
import type screenHelp from './en/screen-help.json'
import type search from './en/search.json'
import type server from './en/server.json'
import type snapshotDocuments from './en/snapshot-documents.json'
import type snapshots from './en/snapshots.json'
import type statistics from './en/statistics.json'
import type taxonomy from './en/taxonomy.json'
import type ui from './en/ui.json'
import type users from './en/users.json'
import type why from './en/why.json'

/** Texts of every file of this folder: a name for each, the same in all languages. English says which keys there are. */
export interface Texts {
  'access-tokens': typeof accessTokens
  'account-loss': typeof accountLoss
  'absence-mails': typeof absenceMails
  'alarm-mails': typeof alarmMails
  'alarm-plan': typeof alarmPlan
  'alert-delivery': typeof alertDelivery
  'alert-mails': typeof alertMails
  'alert-rules': typeof alertRules
  'alert-sentence': typeof alertSentence
  alerts: typeof alerts
  app: typeof app
  audit: typeof audit
  benchmarks: typeof benchmarks
  boards: typeof boards
  calibration: typeof calibration
  checklists: typeof checklists
  codec: typeof codec
  'contact-points': typeof contactPoints
  dates: typeof dates
  'demo-diary': typeof demoDiary
  'device-limits': typeof deviceLimits
  'device-settings': typeof deviceSettings
  devices: typeof devices
  diary: typeof diary
  displays: typeof displays
  emission: typeof emission
  'emission-report': typeof emissionReport
  'emission-settings': typeof emissionSettings
  exports: typeof exportsTexts
  feeds: typeof feeds
  fleet: typeof fleet
  flocks: typeof flocks
  'floor-plans': typeof floorPlans
  form: typeof form
  glossary: typeof glossary
  grade: typeof grade
  groups: typeof groups
  help: typeof help
  home: typeof home
  import: typeof importTexts
  insights: typeof insights
  inspect: typeof inspect
  locations: typeof locations
  'manual-calibration': typeof manualCalibration
  'manual-chirpstack': typeof manualChirpstack
  'manual-esphome': typeof manualEsphome
  'manual-tasmota': typeof manualTasmota
  'manual-telegraf': typeof manualTelegraf
  'manual-things-stack': typeof manualThingsStack
  'manual-zigbee2mqtt': typeof manualZigbee2mqtt
  'manual-contact-points': typeof manualContactPoints
  'manual-device': typeof manualDevice
  'manual-emission': typeof manualEmission
  'manual-frozen-versions': typeof manualFrozenVersions
  'manual-grafana': typeof manualGrafana
  'manual-home-assistant': typeof manualHomeAssistant
  'manual-node-red': typeof manualNodeRed
  'manual-quick-start': typeof manualQuickStart
  'manual-reports': typeof manualReports
  'manual-research': typeof manualResearch
  mapping: typeof mapping
  measurements: typeof measurements
  offers: typeof offers
  operations: typeof operations
  outbox: typeof outbox
  people: typeof people
  'personal-data': typeof personalData
  photos: typeof photos
  places: typeof places
  projects: typeof projects
  questions: typeof questions
  'report-paper': typeof reportPaper
  reports: typeof reports
  research: typeof research
  rounds: typeof rounds
  schedules: typeof schedules
  'screen-help': typeof screenHelp
  search: typeof search
  server: typeof server
  'research-dashboard': typeof researchDashboard
  'snapshot-documents': typeof snapshotDocuments
  snapshots: typeof snapshots
  statistics: typeof statistics
  taxonomy: typeof taxonomy
  ui: typeof ui
  users: typeof users
  why: typeof why
}
