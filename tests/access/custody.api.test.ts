import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { urlOf } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import { jsonOf } from '../../server/kit/database/json.ts'
import { makeReports } from '../../server/reports/make-reports.ts'
import { aPicture, sendPhoto } from '../../server/testing/a-photo.ts'
import { giveRoles, type TestUser } from '../../server/testing/a-user.ts'
import { upload } from '../../server/testing/an-import.ts'
import { pdfText } from '../../server/testing/pdf-text.ts'
import { startTestApp, type TestApp } from '../../server/testing/start-test-app.ts'
import { aLife, hoursAfter, type Life, MOMENTS, type Moment, ROLES, type Role, TIMES, VALUES } from './custody-farm.ts'

let app: TestApp
let life: Life
beforeAll(async () => {
  app = await startTestApp({ now: '2025-01-01T00:00:00Z' })
  life = await aLife(app)
})
afterAll(() => app.close())

/**
 * Rights to read and to write: the moments (a to e) of a device's life for which a call answers each person. A dash
 * is none at all.
 */
const RIGHTS = `
                        | seller | former | accomplice | buyer | present | host | future | stranger
reads
getSeries               | abc    | b      | b          | de    | e       | e    | -      | -
explainValue            | abc    | b      | b          | de    | e       | e    | -      | -
getStatistics           | -      | b      | b          | -     | e       | e    | -      | -
listCorrelations        | -      | b      | b          | -     | e       | e    | -      | -
createReport            | -      | b      | b          | -     | e       | e    | -      | -
getExport               | abc    | b      | b          | de    | e       | e    | -      | -
createExport            | abc    | b      | b          | de    | e       | e    | -      | -
previewExport           | abc    | b      | b          | de    | e       | e    | -      | -
getLast                 | -      | -      | -          | e     | e       | e    | -      | -
listLast                | -      | -      | -          | e     | e       | e    | -      | -
listPhotos              | abc    | b      | b          | de    | e       | e    | -      | -
listPhotoTimes          | abc    | b      | b          | de    | e       | e    | -      | -
listLastPhotos          | c      | b      | b          | e     | e       | e    | -      | -
getPhoto                | abc    | b      | b          | de    | e       | e    | -      | -
getPhoto original       | abc    | -      | -          | de    | -       | -    | -      | -
listManual              | abc    | b      | b          | de    | e       | e    | -      | -
listImports             | abc    | b      | b          | de    | e       | e    | -      | -
getImport               | abc    | b      | -          | de    | e       | -    | -      | -
listCalibrations        | abc    | ab     | ab         | de    | de      | de   | -      | -
listRefusals            | c      | -      | -          | de    | e       | e    | -      | -
listRawMessages         | c      | -      | -          | de    | e       | -    | -      | -
backtestAlertRule       | abc    | b      | b          | de    | e       | e    | -      | -
listInspectionClimate   | -      | b      | b          | -     | e       | e    | -      | -
listFaults              | abc    | b      | b          | de    | e       | e    | -      | -
listAlerts              | abc    | b      | b          | de    | e       | e    | -      | -
listAlerts its place    | -      | b      | b          | -     | e       | e    | -      | -
getAlert                | abc    | b      | b          | de    | e       | e    | -      | -
listInsights            | b      | b      | b          | e     | e       | e    | -      | -
listInsights its place  | -      | b      | b          | -     | e       | e    | -      | -
listLocationResearch    | -      | b      | b          | -     | e       | e    | -      | -
getSensor its place     | -      | -      | -          | -     | e       | e    | -      | -
listSensors its place   | -      | -      | -          | -     | e       | e    | -      | -
listSensorsWithRentals its place | - | -   | -          | -     | e       | e    | -      | -
writes
previewCalibration      | abc    | b      | -          | de    | e       | -    | -      | -
createCalibration       | abc    | b      | -          | de    | e       | -    | -      | -
previewSideBySide       | abc    | b      | -          | de    | e       | -    | -      | -
calibrateSideBySide     | abc    | b      | -          | de    | e       | -    | -      | -
undoCalibration         | abc    | b      | -          | de    | e       | -    | -      | -
dismissFault            | abc    | b      | -          | de    | e       | -    | -      | -
createManual            | abc    | b      | b          | de    | e       | e    | -      | -
updateManual            | abc    | b      | b          | de    | e       | e    | -      | -
deleteManual            | abc    | b      | b          | de    | e       | e    | -      | -
sendPhoto               | abc    | b      | -          | de    | e       | -    | -      | -
updatePhoto             | abc    | b      | -          | de    | e       | -    | -      | -
deletePhotos            | abc    | b      | -          | de    | e       | -    | -      | -
createImport            | abc    | b      | -          | de    | e       | -    | -      | -
previewImport           | abc    | b      | -          | de    | e       | -    | -      | -
commitImport            | abc    | b      | -          | de    | e       | -    | -      | -
undoImport              | abc    | b      | -          | de    | e       | -    | -      | -
createLocationResearch  | ac     | -      | -          | d     | -       | -    | -      | -
quickStart              | ac     | -      | -          | d     | -       | -    | -      | -
continueLocationResearch | -     | b      | -          | -     | e       | -    | -      | -
updateLocationResearch  | -      | b      | -          | -     | e       | -    | -      | -
endLocationResearch     | -      | b      | -          | -     | e       | -    | -      | -
deleteLocationResearch  | -      | b      | -          | e     | e       | -    | -      | -
dismissInsight          | -      | b      | b          | -     | e       | e    | -      | -
`

/**
 * Calls that work with a device and carry no time of it: they are for whoever has it now (`devices`), or are tried elsewhere:
 * a live stream in `live.api.test`, a file by what was asked for it, an alert by who sees it, the audit log in `audit.api.test`,
 * notes of a project in `notes.api.test`, the last night of now in `nights.api.test`, the weather of now in `weather-now.api.test`.
 */
const WITHOUT_TIME = `
readSensor updateSensor renameSensors deleteSensor listKeys createKey deleteKey getDecoder chooseDecoder getDeviceCodec setDeviceCodec tryDeviceCodec getDeviceMapping
setDeviceMapping listDeviceRentals createRental updateRental deleteRental createTransfer acceptOffer
renewOffer deleteOffer createClaimCode releaseSensor claimSensor createSensor commissionSensor listRentals listOffers listAvailability getResearchSummary
streamLive createReportSchedule updateReportSchedule deleteReportSchedule runReportSchedule sendRunAgain listReportSchedules listScheduleTimes
createSchedulePreview getSchedulePreview getSchedulePreviewFile
repeatReport deleteReport createReportLink deleteReportLink readExport deleteExport createExportLink listExports listReports listDownloads
markAlert markAlerts acknowledgeAlert withdrawAcknowledgement silenceAlert excludeAlertDevice deleteAlert deleteAlerts getAlertSummary streamAlerts streamEvents
createAlertRule updateAlertRule getAlertRule getAlertRuleHistory deleteAlertRule listAlertRules reachOfAlertRule getDeviceLimits saveDeviceLimits
listDefaultAlertRules takeDefaultAlertRules takeDefaultAlertRulesOfDevices
getUnplaced listNights listWeather listAudit exportAudit listDeviceNotes
`

/** Calls no device is part of, by name: a pattern would let a new one by. */
const OTHER_DOMAINS = `
authenticate getOwnLoss logout listSessions endOtherSessions endSession listTokens createToken deleteToken listPasskeys beginPasskey addPasskey deletePasskey listLinkedSignIns deleteLinkedSignIn beginLink
  getReauthentication beginPasskeyReauthentication reauthenticateByPasskey beginOidcReauthentication
listDataCopies createDataCopy deleteDataCopy getDataCopyFile listDisplays createDisplay deleteDisplay listFeeds createFeed deleteFeed listBoards getBoard createBoard updateBoard deleteBoard shareBoard endBoardLink openBoard listFloorPlans createFloorPlan updateFloorPlan replaceFloorPlanPicture deleteFloorPlan putOnFloorPlan takeOffFloorPlan updateUser deleteUser updateLocale saveSettings listChartArrangements saveChartArrangement
beginOneTimeCodes confirmOneTimeCodes endOneTimeCodes getTaxonomy getDemo
listLocations getLocation createLocation updateLocation getLocationLoss deleteLocation listDeletedLocations restoreLocation
listGroups createGroup renameGroup dissolveGroup listGroupMembers listGroupChanges changeGroupRole removeGroupMember inviteToGroup revokeInvitation
acceptOwnInvitation declineOwnInvitation acceptInvitation listGroupShares setGroupShares listLocationShares setLocationShare endLocationShare listBenchmarks setBenchmark
getArea createArea updateArea getAreaLoss deleteArea listDeletedAreas restoreArea
listAreasWithRounds listRounds createRound pauseArea resumeArea importRounds updateRound sayOccupied deleteRound restoreRound listLosses createLoss importLosses deleteLoss findAddresses getZone
listCompanies getEmissionSettings saveEmissionSettings getEmissions getEmissionLogbook listEmissionReports createEmissionReport getEmissionReportPdf getEmissionReportCsv deleteEmissionReport getExposure getRoundAxis getEmptied listDiaryCounts answerDiaryCounts listWater saveWater
listResearch createResearch getResearch updateResearch deleteResearch
listResearchPlaces askForConsent listConsents createConsent previewConsent listLeftResearch listConsentReads listConsentReadSpans getConsentReceipt getConsentReceiptPdf
listResearchNotes createResearchNote updateResearchNote deleteResearchNote listSnapshots previewSnapshot createSnapshot deleteSnapshot
publishSnapshot createSnapshotLink listLeftSnapshots listRepositories saveRepository deleteRepository createDeposit retryDeposit
getWebhookSecret createWebhookSecret deleteWebhookSecret listDecoders listMappings createMapping updateMapping deleteMapping
getAlertDelivery saveAlertDelivery getAbsence saveAbsence endAbsence answerStandIn getPushKey createPushSubscription deletePushSubscription saveWebhook deleteWebhook
createContactPoint updateContactPoint deleteContactPoint testContactPoint
testAlertDelivery getAlarmPlan saveAlarmPlan testAlarmPlan getAlarmLog remarkAlarmTest getAlarmWatch
listChecklists createChecklist updateChecklist deleteChecklist
listInspections pageInspections listInspectionItems getInspection createInspection updateInspection deleteInspection
restoreInspection sendInspectionPhoto sendInspectionFile listAreaNotes createAreaNote updateAreaNote deleteAreaNote restoreAreaNote
`

type Answer = Awaited<ReturnType<typeof app.inject>>
const asked = async (name: keyof typeof api, role: Role, input: object): Promise<Answer> => {
  const endpoint = api[name]
  const { body } = input as { body?: object }
  return app.inject({
    method: endpoint.method,
    url: urlOf(endpoint, input as Parameters<typeof urlOf>[1]),
    headers: {
      authorization: `Bearer ${life.people[role].token}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { payload: JSON.stringify(body) } : {}),
  })
}
/** The moments that a list answers, by the ids that were made at them; none when it is refused. */
const momentsOf = (answer: Answer, is: (answer: unknown, moment: Moment) => boolean): string => {
  if (answer.statusCode >= 400) return '-'
  const json = answer.json()
  return MOMENTS.filter(moment => is(json, moment)).join('') || '-'
}
const byId =
  (kind: keyof Life['ids'], list = (json: unknown) => json as { id: number }[]) =>
  (json: unknown, moment: Moment) =>
    list(json).some(one => one.id === life.ids[kind][moment])
const each = async (work: (moment: Moment) => Promise<boolean>): Promise<string> => {
  let allowed = ''
  for (const moment of MOMENTS) if (await work(moment)) allowed += moment
  return allowed || '-'
}
const isDone = (answer: Answer): boolean => {
  expect(answer.statusCode, answer.body).toBeLessThan(500)
  return answer.statusCode < 300
}
const day = (moment: Moment) => TIMES[moment].slice(0, 10)
const PERIOD = { date_start: '2025-01-01', date_end: '2025-01-12' }
const device_id = () => life.device.id
const custodyAt = async (moment: Moment) => {
  const row = await app.services.db
    .selectFrom('calibrations')
    .select('custody_id')
    .where('id', '=', life.ids.calibrations[moment])
    .executeTakeFirstOrThrow()
  return row.custody_id
}
const NAMED = (row: { location_name: string | null } | undefined) => Boolean(row?.location_name)

const TEMPERATURE = 1
type Try = (role: Role) => Promise<string>
const CALLS: Record<string, Try> = {
  getSeries: async role => {
    const query = { device_id: device_id(), interval: 'selection', ...PERIOD, measurements: 't' }
    const answer = await asked('getSeries', role, { query })
    return momentsOf(
      answer,
      (json, moment) => (json as { series: { t?: { max: number[] } } }).series.t?.max.includes(VALUES[moment]) ?? false,
    )
  },
  getStatistics: async role => {
    await giveRoles(app, life.people[role].id, ['pro_analyst'])
    const query = { calculation: 'MEAN', step: 'hour', measurements: 't', interval: 'selection', ...PERIOD }
    const answer = await asked('getStatistics', role, { query })
    return momentsOf(answer, (json, moment) =>
      (json as { areas: { measurements: { t?: { steps?: { max: (number | null)[] } } } }[] }).areas.some(area =>
        area.measurements.t?.steps?.max.includes(VALUES[moment]),
      ),
    )
  },
  listCorrelations: async role => {
    await giveRoles(app, life.people[role].id, ['pro_analyst'])
    return each(async moment => {
      const query = { x: 't', y: 't', date_start: day(moment), date_end: day(moment) }
      const answer = await asked('listCorrelations', role, { query })
      return isDone(answer) && (answer.json() as { n: number }[]).some(({ n }) => n > 0)
    })
  },
  explainValue: role =>
    each(async moment => {
      const interval = { from: hoursAfter(TIMES[moment], -1), until: hoursAfter(TIMES[moment], 1) }
      const answer = await asked('explainValue', role, {
        query: { device_id: device_id(), measurement: 't', ...interval },
      })
      return answer.statusCode < 300 && answer.json().value?.mean === VALUES[moment]
    }),
  getExport: async role => {
    const answer = await asked('getExport', role, {
      query: { device_ids: device_id(), measurements: 't', ...PERIOD, format: 'csv' },
    })
    if (answer.statusCode >= 300) return '-'
    return MOMENTS.filter(moment => new RegExp(`[;,]${VALUES[moment]}\\b`).test(answer.body)).join('') || '-'
  },
  createExport: async role => {
    const body = { device_ids: [device_id()], measurements: ['t'], ...PERIOD, format: 'csv' }
    const made = await asked('createExport', role, { body })
    if (made.statusCode >= 300) return '-'
    const params = { id: made.json().id }
    await expect.poll(async () => (await asked('readExport', role, { params })).json().status).toBe('ready')
    const { path } = (await asked('createExportLink', role, { params })).json()
    const file = await app.inject({ url: path })
    return MOMENTS.filter(moment => new RegExp(`[;,]${VALUES[moment]}\\b`).test(file.body)).join('') || '-'
  },
  createReport: async role => {
    let text = ''
    for (const { area } of Object.values(life.barns)) {
      const body = { area_ids: [area.id], measurements: ['t'], interval: 'selection', ...PERIOD, rows: 'hour' }
      const report = await asked('createReport', role, { body })
      if (report.statusCode >= 300) continue
      await makeReports(app.services)
      const params = { id: report.json().id }
      const { path } = (await asked('createReportLink', role, { params })).json()
      text += pdfText((await app.inject({ url: path })).rawPayload).join('\n')
    }
    // A row of the table: the hour, and its mean.
    return MOMENTS.filter(moment => text.includes(`:00${VALUES[moment]}.0`)).join('') || '-'
  },
  previewExport: role =>
    each(async moment => {
      const query = { device_ids: device_id(), measurements: 't', date_start: day(moment), date_end: day(moment) }
      const answer = await asked('previewExport', role, { query })
      return answer.statusCode < 300 && answer.json().values > 0
    }),
  getLast: async role =>
    momentsOf(
      await asked('getLast', role, { query: { device_id: device_id() } }),
      (json, moment) => (json as { t?: { value: number } }).t?.value === VALUES[moment],
    ),
  listLast: async role =>
    momentsOf(
      await asked('listLast', role, {}),
      (json, moment) => (json as Record<number, { t?: { value: number } }>)[device_id()]?.t?.value === VALUES[moment],
    ),
  listPhotos: async role =>
    momentsOf(
      await asked('listPhotos', role, { query: { device_id: device_id(), interval: 'selection', ...PERIOD } }),
      byId('photos', json => (json as { photos: { id: number }[] }).photos),
    ),
  listPhotoTimes: async role =>
    momentsOf(
      await asked('listPhotoTimes', role, {
        query: { device_id: device_id(), from: '2025-01-01T00:00:00Z', until: '2025-01-12T00:00:00Z' },
      }),
      (json, moment) => JSON.stringify(json).includes(TIMES[moment].slice(0, 19)),
    ),
  listLastPhotos: async role =>
    momentsOf(await asked('listLastPhotos', role, { query: { device_id: device_id() } }), byId('photos')),
  getPhoto: role =>
    each(async moment =>
      isDone(await asked('getPhoto', role, { params: { id: life.ids.photos[moment] }, query: { size: 'web' } })),
    ),
  'getPhoto original': role =>
    each(async moment =>
      isDone(await asked('getPhoto', role, { params: { id: life.ids.photos[moment] }, query: { size: 'original' } })),
    ),
  listManual: async role =>
    momentsOf(await asked('listManual', role, { query: { device_id: device_id() } }), byId('manual')),
  listImports: async role =>
    momentsOf(await asked('listImports', role, { query: { device_id: device_id() } }), byId('imports')),
  getImport: role =>
    each(async moment => isDone(await asked('getImport', role, { params: { id: life.ids.imports[moment] } }))),
  listCalibrations: async role =>
    momentsOf(await asked('listCalibrations', role, { query: { device_id: device_id() } }), byId('calibrations')),
  listFaults: async role =>
    momentsOf(
      await asked('listFaults', role, {
        query: { device_id: device_id(), from: '2025-01-01T00:00:00Z', until: '2025-01-12T00:00:00Z' },
      }),
      byId('faults'),
    ),
  listRefusals: async role =>
    momentsOf(await asked('listRefusals', role, { params: { id: device_id() } }), (json, moment) =>
      (json as { last_value: string }[]).some(one => one.last_value === `none at ${moment}`),
    ),
  listRawMessages: async role =>
    momentsOf(await asked('listRawMessages', role, { params: { id: device_id() } }), byId('raw')),
  backtestAlertRule: role =>
    each(async moment => {
      const rule = { physical_quantity_id: TEMPERATURE, threshold_value: 0, calculation_minutes: 0 }
      const answer = await asked('backtestAlertRule', role, { body: { rule, days: 30 } })
      expect(answer.statusCode, answer.body).toBe(200)
      const { series } = answer.json() as { series: { device_id: number; values: (number | null)[] }[] }
      return series.some(one => one.device_id === device_id() && one.values.includes(VALUES[moment]))
    }),
  listInspectionClimate: role =>
    each(async moment => {
      const inspection_ids = life.ids.inspections[moment]
      if (inspection_ids === undefined) return false
      const answer = await asked('listInspectionClimate', role, { query: { inspection_ids } })
      if (answer.statusCode >= 300) return false
      const [climate] = answer.json() as { values: { measurement: string; value: number }[] }[]
      return climate?.values.some(one => one.measurement === 't' && one.value === VALUES[moment]) ?? false
    }),
  listAlerts: async role => momentsOf(await asked('listAlerts', role, {}), byId('alerts')),
  'listAlerts its place': async role =>
    momentsOf(
      await asked('listAlerts', role, {}),
      byId('alerts', json => (json as { id: number; location_name: string | null }[]).filter(NAMED)),
    ),
  getAlert: role =>
    each(async moment => isDone(await asked('getAlert', role, { params: { id: life.ids.alerts[moment] } }))),
  listInsights: async role => momentsOf(await asked('listInsights', role, INSIGHTS()), byId('insights')),
  'listInsights its place': async role =>
    momentsOf(
      await asked('listInsights', role, INSIGHTS()),
      byId('insights', json => (json as { id: number; location_name: string | null }[]).filter(NAMED)),
    ),
  listLocationResearch: async role =>
    momentsOf(await asked('listLocationResearch', role, { query: {} }), (json, moment) =>
      (json as { id: number }[]).some(one => one.id === life.placements[moment as 'b']),
    ),
  'getSensor its place': async role =>
    momentsOf(
      await asked('getSensor', role, { params: { id: device_id() } }),
      (json, moment) => moment === 'e' && NAMED((json as { placement: { location_name: string } }).placement),
    ),
  'listSensors its place': role => placeInList('listSensors', role),
  'listSensorsWithRentals its place': role => placeInList('listSensorsWithRentals', role),

  previewCalibration: role =>
    each(async moment => isDone(await asked('previewCalibration', role, { body: compared(moment) }))),
  createCalibration: role =>
    each(async moment => isDone(await asked('createCalibration', role, { body: compared(moment) }))),
  previewSideBySide: role =>
    each(async moment => isDone(await asked('previewSideBySide', role, { body: besides(moment) }))),
  calibrateSideBySide: role =>
    each(async moment => isDone(await asked('calibrateSideBySide', role, { body: besides(moment) }))),
  undoCalibration: role =>
    each(async moment => {
      const { id } = await app.services.db
        .insertInto('calibrations')
        .values({
          device_id: device_id(),
          measurement: 'pm10',
          method: 'manual',
          offset: 1,
          valid_from: TIMES[moment],
          compared: jsonOf([]),
          created_at: TIMES[moment],
          custody_id: await custodyAt(moment),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return isDone(await asked('undoCalibration', role, { params: { id } }))
    }),
  dismissFault: role =>
    each(async moment =>
      isDone(await asked('dismissFault', role, { params: { id: life.ids.faults[moment] }, body: { dismissed: true } })),
    ),
  createManual: role => each(async moment => isDone(await asked('createManual', role, { body: byHand(moment) }))),
  updateManual: role =>
    each(async moment =>
      isDone(await asked('updateManual', role, { params: { id: life.ids.manual[moment] }, body: byHand(moment) })),
    ),
  deleteManual: role =>
    each(async moment => {
      const { id } = await app.services.db
        .insertInto('manual_measurements')
        .values({ ...byHand(moment), note: null, created_at: TIMES[moment] })
        .returning('id')
        .executeTakeFirstOrThrow()
      return isDone(await asked('deleteManual', role, { params: { id } }))
    }),
  sendPhoto: role =>
    each(async moment => {
      const time = hoursAfter(TIMES[moment], ROLES.indexOf(role) / 10)
      const { token } = life.people[role]
      return isDone(await sendPhoto(app, token, await aPicture(), { device_id: device_id(), time }))
    }),
  updatePhoto: role =>
    each(async moment =>
      isDone(await asked('updatePhoto', role, { params: { id: life.ids.photos[moment] }, body: { marked: true } })),
    ),
  deletePhotos: role =>
    each(async moment => {
      const time = hoursAfter(TIMES[moment], -0.2 - ROLES.indexOf(role) / 100)
      const same = { owner_kind: 'device', owner_id: device_id(), kind: 'normal', time, file: `none/${role}${moment}` }
      await app.services.db.insertInto('photo_files').values({ name: same.file, created_at: time }).execute()
      const { id } = await app.services.db
        .insertInto('photos')
        .values({
          ...same,
          content_type: 'image/jpeg',
          width: 1,
          height: 1,
          marked: 0,
          annotation: '[]',
          created_at: time,
        } as never)
        .returning('id')
        .executeTakeFirstOrThrow()
      return isDone(await asked('deletePhotos', role, { body: { photo_ids: [id] } }))
    }),
  createImport: role => each(async moment => (await stored(role, moment)) !== null),
  previewImport: role => each(async moment => (await stored(role, moment)) !== null),
  commitImport: role => each(async moment => (await stored(role, moment)) !== null),
  undoImport: role =>
    each(async moment => {
      const time = hoursAfter(TIMES[moment], 2)
      const { id } = await app.services.db
        .insertInto('imports')
        .values({
          device_id: device_id(),
          file_name: 'x.csv',
          bytes: 1,
          state: 'stored',
          plan: jsonOf(PLAN),
          counts: jsonOf({ ...NO_COUNTS, from: TIMES[moment], until: time }),
          rows_done: 1,
          busy_until: '',
          created_at: time,
          stored_at: time,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return isDone(await asked('undoImport', role, { params: { id } }))
    }),
  createLocationResearch: role =>
    each(async moment => {
      const barn = life.barns[role]
      const [start, end] = [3, 4].map(hours => hoursAfter(TIMES[moment], hours))
      const place = { location_id: barn.id, area_id: barn.area.id, device_ids: [device_id()] }
      return isDone(await asked('createLocationResearch', role, { body: { ...place, start, end } }))
    }),
  quickStart: role =>
    each(async moment => {
      const barn = life.barns[role]
      const [start, end] = [5, 6].map(hours => hoursAfter(TIMES[moment], hours))
      const devices = [{ device_id: device_id(), area_id: barn.area.id }]
      return isDone(await asked('quickStart', role, { body: { location_id: barn.id, devices, start, end } }))
    }),
  continueLocationResearch: role =>
    each(async moment => {
      const id = life.placements[moment as 'b']
      if (id === undefined) return false
      const before = await placementOf(id)
      const body = { at: hoursAfter(TIMES[moment], 1), area_id: before.area_id }
      const answer = await asked('continueLocationResearch', role, { params: { id }, body })
      if (!isDone(answer)) return false
      await app.services.db.deleteFrom('location_research').where('id', '=', answer.json().id).execute()
      await app.services.db.updateTable('location_research').set({ end: before.end }).where('id', '=', id).execute()
      return true
    }),
  updateLocationResearch: role =>
    each(async moment => {
      const id = life.placements[moment as 'b']
      if (id === undefined) return false
      const { start, end } = await placementOf(id)
      return isDone(await asked('updateLocationResearch', role, { params: { id }, body: { start, end } }))
    }),
  endLocationResearch: role =>
    each(async moment => {
      const id = life.placements[moment as 'b']
      if (id === undefined) return false
      const before = await placementOf(id)
      const body = { location_research_ids: [id], end: hoursAfter(TIMES[moment], 1) }
      if (!isDone(await asked('endLocationResearch', role, { body }))) return false
      expect(await placementOf(id)).toEqual({ ...before, end: body.end })
      await app.services.db.updateTable('location_research').set({ end: before.end }).where('id', '=', id).execute()
      return true
    }),
  deleteLocationResearch: role =>
    each(async moment => {
      const id = life.placements[moment as 'b']
      if (id === undefined) return false
      const before = await placementOf(id)
      const done = isDone(await asked('deleteLocationResearch', role, { params: { id } }))
      await app.services.db.deleteFrom('location_research').where('id', '=', id).execute()
      await app.services.db.insertInto('location_research').values(before).execute()
      return done
    }),
  dismissInsight: role =>
    each(async moment => {
      const id = life.ids.insights[moment]
      if (id === undefined) return false
      return isDone(await asked('dismissInsight', role, { params: { id }, body: { dismissed: true } }))
    }),
}

const PLAN = {
  encoding: 'utf-8' as const,
  separator: ',' as const,
  decimal: '.' as const,
  skip_lines: 0,
  header: true,
  time_form: 'ymd' as const,
  time_zone: 'UTC',
  replace: false,
  columns: [{ role: 'time' as const }],
}
const NO_COUNTS = { rows: 0, added: 0, replaced: 0, missing: 0, refused: 0 }
const placementOf = (id: number) =>
  app.services.db.selectFrom('location_research').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const INSIGHTS = () => ({
  query: { device_id: device_id(), from: '2025-01-01T00:00:00Z', until: '2025-01-12T00:00:00Z' },
})
const placeInList = async (name: 'listSensors' | 'listSensorsWithRentals', role: Role) =>
  momentsOf(await asked(name, role, { query: {} }), (json, moment) => {
    const one = (json as { id: number; placement: { location_name: string } | null }[]).find(
      ({ id }) => id === device_id(),
    )
    return moment === 'e' && NAMED(one?.placement ?? undefined)
  })
const compared = (moment: Moment) => ({
  device_id: device_id(),
  measurement: 't',
  method: 'one_value',
  valid_from: TIMES[moment],
  references: [{ time: TIMES[moment], reference: VALUES[moment] }],
})
const besides = (moment: Moment) => ({
  device_ids: [device_id()],
  measurement: 't',
  time: TIMES[moment],
  valid_from: TIMES[moment],
  reference: VALUES[moment],
})
const byHand = (moment: Moment) => ({
  device_id: device_id(),
  measurement: 'nh3',
  time: TIMES[moment],
  value: 6,
  note: '',
})
/** The import, when its one row was taken. */
const stored = async (role: Role, moment: Moment): Promise<number | null> => {
  const csv = `time,h\n${hoursAfter(TIMES[moment], 0.1).slice(0, 19)}Z,51\n`
  const looked = await upload(app, life.people[role], device_id(), csv)
  if (!isDone(looked)) return null
  const { import: made, plan } = looked.json()
  expect(isDone(await asked('previewImport', role, { params: { id: made.id }, body: { plan } }))).toBe(true)
  const params = { id: made.id }
  if (isDone(await asked('commitImport', role, { params }))) return made.id
  // A few files of an account may wait, no more.
  await asked('undoImport', role, { params })
  return null
}

const rows = RIGHTS.split('\n')
  .filter(line => line.includes('|'))
  .map(line => line.split('|').map(cell => cell.trim()))
const [head = [], ...cells] = rows

describe('[decisions §13] what is of a time is for who had the device then', () => {
  test('the table has a column for each person', () => expect(head.slice(1)).toEqual([...ROLES]))

  test.each(cells.map(([name = '', ...expected]) => [name, expected] as const))('%s', async (name, expected) => {
    const call = CALLS[name]
    if (!call) throw new Error(`nothing tries ${name}`)
    const found: string[] = []
    for (const role of ROLES) found.push(await call(role))
    expect(Object.fromEntries(ROLES.map((role, index) => [role, found[index]]))).toEqual(
      Object.fromEntries(ROLES.map((role, index) => [role, expected[index]])),
    )
  })

  test('a call that is new has a row here, or is listed as having no time', () => {
    const listed = [...WITHOUT_TIME.trim().split(/\s+/), ...OTHER_DOMAINS.trim().split(/\s+/)]
    const isGuarded = (name: string) => ['signedIn', 'deviceOrSignedIn'].includes(api[name as keyof typeof api].access)
    const tried = cells.map(([name = '']) => name.split(' ')[0] ?? '')
    // A photo's signed address needs no session.
    const known = new Set([...listed, ...tried.filter(isGuarded)])
    expect([...known].sort()).toEqual(Object.keys(api).filter(isGuarded).sort())
    expect(listed.filter(name => tried.includes(name))).toEqual([])
  })
})

const send = (body: object, key = life.device.key) => app.call(api.sendMeasurements, { body }, key)
const readAs = (user: TestUser) => app.call(api.getSensor, { params: { id: device_id() } }, user.token)

test('[decisions §13] a message sent late is not shown as it came to whoever had the device only when it came', async () => {
  await send({ t: 22, time: hoursAfter(TIMES.d, 2) })
  await app.app.settle()
  const late = await app.services.db
    .selectFrom('raw_messages')
    .selectAll()
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const seenBy = async (role: Role) =>
    (await asked('listRawMessages', role, { params: { id: device_id() } }))
      .json<{ id: number }[]>()
      .some(one => one.id === late.id)
  expect(late.body).toContain('22')
  expect(await seenBy('buyer')).toBe(true)
  expect(await seenBy('present')).toBe(false)
})

describe('[decisions §13] at a hand-over', () => {
  test('the keys of the seller end, and a later key writes nothing into the time before', async () => {
    await expect(send({ t: 1 }, life.oldKey)).rejects.toMatchObject({ status: 401 })
    await expect(send({ t: 1, time: TIMES.a })).rejects.toMatchObject({ status: 422, code: 'nothing_accepted' })
    expect(
      await send([
        { t: 22, time: hoursAfter(TIMES.e, 1) },
        { t: 1, time: TIMES.c },
      ]),
    ).toMatchObject({
      accepted: 1,
      rejected: [{ index: 1, code: 'before_owner' }],
    })
    expect(await CALLS.getSeries?.('seller')).toBe('abc')
  })

  test('what calibrations of the seller add goes on with the device, and the seller moves it no more', async () => {
    const { seller, buyer } = life.people
    const of = (user: TestUser) => app.call(api.listCalibrations, { query: { device_id: device_id() } }, user.token)
    const handed = (await of(buyer)).filter(one => one.method === 'handed_over')
    // Calibrations the former renter added ended with the rental.
    expect(handed.map(one => [one.measurement, one.offset, one.created_by]).sort()).toEqual([
      ['co2', 1, null],
      ['light', 1, null],
    ])
    await app.call(api.undoCalibration, { params: { id: life.ids.calibrations.a } }, seller.token)
    expect((await of(buyer)).filter(one => one.method === 'handed_over' && one.undone_at === null)).toHaveLength(2)
    const ofFormer = (await of(life.people.former)).find(one => one.id === life.ids.calibrations.b)
    expect(ofFormer?.valid_until).toBe('2025-01-05T00:00:00.000Z')
  })

  test('nobody lends from before the own ownership, nor to oneself, nor takes back what a renter had', async () => {
    const { buyer, seller } = life.people
    const lend = (body: { email: string; start?: string }, by = buyer) =>
      app.call(api.createRental, { params: { id: device_id() }, body }, by.token)
    await expect(lend({ email: 'x@farm.example', start: '2000-01-01T00:00:00Z' })).rejects.toMatchObject({
      status: 422,
      errors: { start: [expect.any(String)] },
    })
    await expect(lend({ email: buyer.email })).rejects.toMatchObject({
      status: 422,
      errors: { email: [expect.any(String)] },
    })
    await expect(lend({ email: 'x@farm.example' }, seller)).rejects.toMatchObject({ status: 403 })
    const list = await app.call(api.listDeviceRentals, { params: { id: device_id() } }, buyer.token)
    expect(list.map(one => one.email).sort()).toEqual([life.people.future.email, life.people.present.email].sort())
    const id = list.find(one => one.email === life.people.present.email)?.id ?? 0
    const change = (body: object) => app.call(api.updateRental, { params: { id }, body }, buyer.token)
    await expect(change({ start: '2025-01-11T00:00:00Z' })).rejects.toMatchObject({
      errors: { start: [expect.any(String)] },
    })
    await expect(change({ end: '2025-01-11T00:00:00Z' })).rejects.toMatchObject({
      errors: { end: [expect.any(String)] },
    })
    await expect(change({ start: '2025-01-01T00:00:00Z' })).rejects.toMatchObject({
      errors: { start: [expect.any(String)] },
    })
  })
})

describe('[decisions §13] a barn that was left sees nothing more of the device', () => {
  test('not by deleting and restoring it either', async () => {
    const { former } = life.people
    const params = { id: life.barns.former.id }
    await app.call(api.deleteLocation, { params }, former.token)
    expect(await CALLS.getSeries?.('accomplice')).toBe('-')
    await app.call(api.restoreLocation, { params }, former.token)
    expect(await CALLS.getSeries?.('accomplice')).toBe('b')
    expect(await CALLS.getSeries?.('former')).toBe('b')
  })

  test('not when the present renter deletes the account, and the device is free again', async () => {
    const { present, host, buyer } = life.people
    await app.call(api.deleteUser, { body: { password: 'Stable-Air-42' } }, present.token)
    app.clock.forward(60_000)
    await send({ t: 99 })
    await app.app.settle()
    expect(await CALLS.getSeries?.('host')).toBe('e')
    expect(await app.call(api.getLast, { query: { device_id: device_id() } }, host.token)).not.toHaveProperty('t')
    const barn = life.barns.buyer
    const place = { location_id: barn.id, area_id: barn.area.id, device_ids: [device_id()], start: app.clock.iso() }
    expect(await app.call(api.createLocationResearch, { body: place }, buyer.token)).toHaveLength(1)
  })
})

test('[decisions §13] a later owner deletes the own time only', async () => {
  const { buyer } = life.people
  await app.call(api.deleteSensor, { params: { id: device_id() } }, buyer.token)
  await app.app.settle()
  await expect(readAs(buyer)).rejects.toMatchObject({ status: 404 })
  expect(await CALLS.getSeries?.('seller')).toBe('abc')
  expect(await CALLS.getSeries?.('former')).toBe('b')
  await expect
    .poll(
      async () => {
        const result = await app.services.series.query({
          query: `SELECT count() FROM measurements WHERE device_id = ${device_id()} AND key = 't' AND value = 21`,
          format: 'JSONCompactEachRow',
        })
        return (await result.json<[number]>())[0]?.[0]
      },
      { timeout: 30_000 },
    )
    .toEqual(expect.toSatisfy((count: number | string) => Number(count) === 0))
  const again = { name: 'Again', device_name: life.device.device_name }
  expect(await app.call(api.createSensor, { body: again }, buyer.token)).toMatchObject({
    device_name: again.device_name,
  })
})
