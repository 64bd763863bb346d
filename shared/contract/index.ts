import { addressEndpoints } from './addresses.ts'
import { alarmPlanEndpoints } from './alarm-plans.ts'
import { alertDeliveryEndpoints } from './alert-delivery.ts'
import { alertHistoryEndpoints } from './alert-history.ts'
import { alertBacktestEndpoints, alertRuleEndpoints } from './alert-rules.ts'
import { alertEndpoints } from './alerts.ts'
import { calibrationEndpoints } from './calibrations.ts'
import { checklistEndpoints } from './checklists.ts'
import { deviceOwnershipEndpoints } from './device-ownership.ts'
import { deviceSettingsEndpoints } from './device-settings.ts'
import { deviceEndpoints } from './devices.ts'
import { exportEndpoints } from './exports.ts'
import { faultEndpoints } from './faults.ts'
import { helpEndpoints } from './help.ts'
import { importEndpoints } from './imports.ts'
import { insightEndpoints } from './insights.ts'
import { inspectionEndpoints } from './inspection-calls.ts'
import { locationEndpoints } from './locations.ts'
import { lorawanEndpoints } from './lorawan.ts'
import { mailEndpoints } from './mails.ts'
import { manualEndpoints } from './manual.ts'
import { mappingEndpoints } from './mappings.ts'
import { measurementEndpoints } from './measurements.ts'
import { mqttEndpoints } from './mqtt.ts'
import { offerEndpoints } from './offers.ts'
import { oneTimeCodeEndpoints } from './one-time-codes.ts'
import { operationEndpoints } from './operations.ts'
import { photoEndpoints } from './photos.ts'
import { researchEndpoints } from './research.ts'
import { settingEndpoints } from './settings.ts'
import { sketchEndpoints } from './sketches.ts'
import { taxonomyEndpoints } from './taxonomy.ts'
import { userEndpoints } from './users.ts'
import { whyEndpoints } from './why.ts'

/** Every call of the product by name: what the server mounts, the web calls, the docs print and the tests loop over. */
export const api = {
  ...userEndpoints,
  ...oneTimeCodeEndpoints,
  ...settingEndpoints,
  ...taxonomyEndpoints,
  ...locationEndpoints,
  ...addressEndpoints,
  ...deviceEndpoints,
  ...deviceOwnershipEndpoints,
  ...offerEndpoints,
  ...deviceSettingsEndpoints,
  ...researchEndpoints,
  ...measurementEndpoints,
  ...lorawanEndpoints,
  ...mappingEndpoints,
  ...mqttEndpoints,
  ...calibrationEndpoints,
  ...exportEndpoints,
  ...alertDeliveryEndpoints,
  ...alertRuleEndpoints,
  ...alertHistoryEndpoints,
  ...alertBacktestEndpoints,
  ...alertEndpoints,
  ...alarmPlanEndpoints,
  ...faultEndpoints,
  ...insightEndpoints,
  ...importEndpoints,
  ...manualEndpoints,
  ...whyEndpoints,
  ...photoEndpoints,
  ...checklistEndpoints,
  ...inspectionEndpoints,
  ...mailEndpoints,
  ...operationEndpoints,
  ...helpEndpoints,
  ...sketchEndpoints,
} as const
