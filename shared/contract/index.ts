import { auditEndpoints } from './accounts/audit.ts'
import { chartArrangementEndpoints } from './accounts/chart-arrangements.ts'
import { dataCopyEndpoints } from './accounts/data-copies.ts'
import { feedEndpoints } from './accounts/feeds.ts'
import { groupEndpoints } from './accounts/groups.ts'
import { mailEndpoints } from './accounts/mails.ts'
import { oneTimeCodeEndpoints } from './accounts/one-time-codes.ts'
import { openIdConnectEndpoints } from './accounts/openid-connect.ts'
import { passkeyEndpoints } from './accounts/passkeys.ts'
import { peopleEndpoints } from './accounts/people.ts'
import { reauthenticationEndpoints } from './accounts/reauthentication.ts'
import { settingEndpoints } from './accounts/settings.ts'
import { tokenEndpoints } from './accounts/tokens.ts'
import { userEndpoints } from './accounts/users.ts'
import { absenceEndpoints } from './alerts/absences.ts'
import { alarmPlanEndpoints } from './alerts/alarm-plans.ts'
import { alertDeliveryEndpoints } from './alerts/alert-delivery.ts'
import { alertHistoryEndpoints } from './alerts/alert-history.ts'
import { alertBacktestEndpoints, alertRuleEndpoints } from './alerts/alert-rules.ts'
import { alertEndpoints } from './alerts/alerts.ts'
import { contactPointEndpoints } from './alerts/contact-points.ts'
import { calibrationEndpoints } from './devices/calibrations.ts'
import { codecEndpoints } from './devices/codecs.ts'
import { commissioningEndpoints } from './devices/commissioning.ts'
import { deviceLimitEndpoints } from './devices/device-limits.ts'
import { deviceOwnershipEndpoints } from './devices/device-ownership.ts'
import { deviceSettingsEndpoints } from './devices/device-settings.ts'
import { deviceEndpoints } from './devices/devices.ts'
import { faultEndpoints } from './devices/faults.ts'
import { fleetEndpoints } from './devices/fleet.ts'
import { lorawanEndpoints } from './devices/lorawan.ts'
import { mqttEndpoints } from './devices/mqtt.ts'
import { areaNoteEndpoints } from './diary/area-notes.ts'
import { checklistEndpoints } from './diary/checklists.ts'
import { inspectionEndpoints } from './diary/inspection-calls.ts'
import { helpEndpoints } from './help.ts'
import { manualEndpoints } from './manual.ts'
import { boardEndpoints } from './measurements/boards.ts'
import { depositEndpoints } from './measurements/deposits.ts'
import { exportEndpoints } from './measurements/exports.ts'
import { importEndpoints } from './measurements/imports.ts'
import { insightEndpoints } from './measurements/insights.ts'
import { mappingEndpoints } from './measurements/mappings.ts'
import { measurementEndpoints } from './measurements/measurements.ts'
import { metricsEndpoints } from './measurements/metrics.ts'
import { nightEndpoints } from './measurements/nights.ts'
import { photoEndpoints } from './measurements/photos.ts'
import { reportRecipientEndpoints } from './measurements/report-recipients.ts'
import { reportScheduleEndpoints } from './measurements/report-schedules.ts'
import { reportEndpoints } from './measurements/reports.ts'
import { researchDataEndpoints } from './measurements/research-data.ts'
import { savedSelectionEndpoints } from './measurements/saved-selections.ts'
import { snapshotEndpoints } from './measurements/snapshots.ts'
import { statisticsEndpoints } from './measurements/statistics.ts'
import { whyEndpoints } from './measurements/why.ts'
import { operationEndpoints } from './operations.ts'
import { addressEndpoints } from './places/addresses.ts'
import { benchmarkEndpoints } from './places/benchmarks.ts'
import { consentEndpoints } from './places/consents.ts'
import { displayEndpoints } from './places/displays.ts'
import { emissionReportEndpoints } from './places/emission-reports.ts'
import { emissionEndpoints } from './places/emissions.ts'
import { flockEndpoints } from './places/flocks.ts'
import { floorPlanEndpoints } from './places/floor-plans.ts'
import { locationEndpoints } from './places/locations.ts'
import { offerEndpoints } from './places/offers.ts'
import { researchEndpoints } from './places/research.ts'
import { researchNoteEndpoints } from './places/research-notes.ts'
import { roundEndpoints } from './places/rounds.ts'
import { shareEndpoints } from './places/shares.ts'
import { taxonomyEndpoints } from './places/taxonomy.ts'
import { weatherEndpoints } from './places/weather.ts'
import { renderingEndpoints } from './rendering.ts'

/** Every call of the product by name: what the server mounts, the web calls, the docs print and the tests loop over. */
export const api = {
  ...userEndpoints,
  ...oneTimeCodeEndpoints,
  ...passkeyEndpoints,
  ...reauthenticationEndpoints,
  ...openIdConnectEndpoints,
  ...tokenEndpoints,
  ...peopleEndpoints,
  ...dataCopyEndpoints,
  ...settingEndpoints,
  ...chartArrangementEndpoints,
  ...taxonomyEndpoints,
  ...groupEndpoints,
  ...locationEndpoints,
  ...shareEndpoints,
  ...benchmarkEndpoints,
  ...roundEndpoints,
  ...emissionEndpoints,
  ...emissionReportEndpoints,
  ...flockEndpoints,
  ...displayEndpoints,
  ...floorPlanEndpoints,
  ...feedEndpoints,
  ...metricsEndpoints,
  ...addressEndpoints,
  ...deviceEndpoints,
  ...commissioningEndpoints,
  ...fleetEndpoints,
  ...deviceLimitEndpoints,
  ...deviceOwnershipEndpoints,
  ...offerEndpoints,
  ...deviceSettingsEndpoints,
  ...researchEndpoints,
  ...consentEndpoints,
  ...researchNoteEndpoints,
  ...areaNoteEndpoints,
  ...snapshotEndpoints,
  ...depositEndpoints,
  ...measurementEndpoints,
  ...nightEndpoints,
  ...weatherEndpoints,
  ...statisticsEndpoints,
  ...researchDataEndpoints,
  ...savedSelectionEndpoints,
  ...boardEndpoints,
  ...lorawanEndpoints,
  ...codecEndpoints,
  ...mappingEndpoints,
  ...mqttEndpoints,
  ...calibrationEndpoints,
  ...exportEndpoints,
  ...reportEndpoints,
  ...reportScheduleEndpoints,
  ...reportRecipientEndpoints,
  ...alertDeliveryEndpoints,
  ...contactPointEndpoints,
  ...alertRuleEndpoints,
  ...alertHistoryEndpoints,
  ...alertBacktestEndpoints,
  ...alertEndpoints,
  ...absenceEndpoints,
  ...alarmPlanEndpoints,
  ...faultEndpoints,
  ...insightEndpoints,
  ...importEndpoints,
  ...manualEndpoints,
  ...whyEndpoints,
  ...photoEndpoints,
  ...checklistEndpoints,
  ...inspectionEndpoints,
  ...auditEndpoints,
  ...mailEndpoints,
  ...operationEndpoints,
  ...helpEndpoints,
  ...renderingEndpoints,
} as const
