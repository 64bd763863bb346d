import { api } from '#shared/contract/index.ts'
import { jsonOf } from '../../server/kit/database/json.ts'
import { makeCopies } from '../../server/personal-data/make-copies.ts'
import { makeReports } from '../../server/reports/make-reports.ts'
import { aBrowser } from '../../server/testing/a-browser.ts'
import { aDeposit } from '../../server/testing/a-deposit.ts'
import { aDevice } from '../../server/testing/a-device.ts'
import { aFault } from '../../server/testing/a-fault.ts'
import { aFloorPlan } from '../../server/testing/a-floor-plan.ts'
import { aLocation, BROILER } from '../../server/testing/a-location.ts'
import { aPhoto } from '../../server/testing/a-photo.ts'
import { aPlacement } from '../../server/testing/a-placement.ts'
import { aSnapshot } from '../../server/testing/a-snapshot.ts'
import { aUser, type TestUser } from '../../server/testing/a-user.ts'
import { aPreview } from '../../server/testing/an-import.ts'
import { anInsight } from '../../server/testing/an-insight.ts'
import { anInspection } from '../../server/testing/an-inspection.ts'
import { mailed } from '../../server/testing/outgoing-mail.ts'
import type { TestApp } from '../../server/testing/start-test-app.ts'
import { anOwnersDiary } from './owned-diary.ts'

/** Words in everything an owner has; a stranger who reads one has learned something. */
export const SECRET = 'Geheim'

export interface Given {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: Record<string, unknown> | unknown[]
}

const CALIBRATION = { measurement: 't', method: 'manual', offset: 0.5, valid_from: '2019-01-01T00:00:00Z' } as const

const SIDE_BY_SIDE = {
  measurement: 't',
  reference: 20,
  time: '2020-01-01T00:00:00Z',
  valid_from: '2019-01-01T00:00:00Z',
}

const MAPPING = { name: `${SECRET} mapping`, mapping: { rows: [], time_path: null } }
const BY_HAND = { measurement: 't', time: '2020-01-01T00:00:00Z', value: 20, note: SECRET }

const ROUND = {
  ...{ name: `${SECRET} round`, date_in: '2024-01-01', animals: 100 },
  bands: [{ measure: 't' as const, points: [{ age: 0, low: 30, high: 34 }] }],
}

const RESEARCH = { name: `${SECRET} research`, start: '2020-01-01T00:00:00Z' }

/** Fires with the first message of the farm. */
const RULE = { name: `${SECRET} rule`, physical_quantity_id: 1, threshold_value: 20, calculation_minutes: 0 } as const

const BOARD = (area_id: number) => ({
  name: `${SECRET} board`,
  charts: [{ title: `${SECRET} chart`, lines: [{ area_id, measurement: 't' }] }],
})

const PLAN = { people: [{ name: SECRET, phone: '+31 6 1234', email: `${SECRET}@farm.example` }] }

/** Farm of one owner, and for each call that names an object of it a good input: what a stranger tries. */
export const anOwnersFarm = async (test: TestApp, owner: TestUser) => {
  const location = await aLocation(test, owner, {
    name: `${SECRET} location`,
    areas: [{ name: `${SECRET} area`, area_type_id: BROILER }],
  })
  const device = await aDevice(test, owner, { name: `${SECRET} device` })
  const placement = await aPlacement(test, owner, device, location)
  const rule = await test.call(api.createAlertRule, { body: RULE }, owner.token)
  await test.call(api.sendMeasurements, { body: { t: 21, secret: 1 } }, device.key)
  const photo = await aPhoto(test, device.key)
  await test.app.settle()
  const [alert] = await test.call(api.listAlerts, {}, owner.token)
  if (!alert) throw new Error('the first message of the farm made no alert')
  const byAlert = { params: { id: alert.id } }
  const byLocation = { params: { id: location.id } }
  await test.call(api.saveAlarmPlan, { ...byLocation, body: PLAN }, owner.token)
  await test.services.db.updateTable('alarm_people').set({ answer: 'yes' }).execute()
  const alarmTest = await test.call(api.testAlarmPlan, byLocation, owner.token)
  const away = await aUser(test, { name: `${SECRET} colleague` })
  const absence = await test.services.db
    .insertInto('absences')
    .values({
      ...{ user_id: away.id, stand_in_id: owner.id, from: '2025-01-01', until: '2099-01-01', both: 1 },
      ...{ asked_at: test.clock.iso(), answer: null, answered_at: null },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const research = await test.call(api.createResearch, { body: RESEARCH }, owner.token)
  const NO = { location_id: location.id, answer: 'no' as const, from: '2020-01-01T00:00:00Z' }
  const byResearch = { params: { id: research.id } }
  const consent = await test.call(api.createConsent, { ...byResearch, body: NO }, owner.token)
  const note = { kind: 'event' as const, start: '2020-01-01T00:00:00Z', title: `${SECRET} note` }
  const researchNote = await test.call(api.createResearchNote, { ...byResearch, body: note }, owner.token)
  const version = { from: '2020-01-01T00:00:00Z', until: '2020-01-02T00:00:00Z' }
  const frozen = { ...version, title: SECRET, authors: [SECRET], licence: 'CC0-1.0' as const }
  const snapshot = await aSnapshot(test, { research_id: research.id, user_id: owner.id, input: frozen })
  const bySnapshot = { params: { id: snapshot } }
  const zenodo = { kind: 'zenodo' as const, url: `https://${SECRET.toLowerCase()}.example`, token: `${SECRET}-token` }
  const repository = await test.call(api.saveRepository, { body: zenodo }, owner.token)
  const deposit = await aDeposit(test, { snapshot_id: snapshot, user_id: owner.id })
  const calibration = await test.call(
    api.createCalibration,
    { body: { device_id: device.id, ...CALIBRATION } },
    owner.token,
  )
  const fault = await aFault(test, device, { start: '2020-01-01T00:00:00.000Z', end: '2020-01-01T00:00:00.000Z' })
  const insight = await anInsight(test, location.area, device)
  const [byDevice, area] = [{ params: { id: device.id } }, { name: 'x', area_type_id: BROILER }]
  const preview = await aPreview(test, owner, device.id, 'time,t\n2020-01-01 00:00,20\n2020-01-01 01:00,20\n')
  const manual = await test.call(api.createManual, { body: { device_id: device.id, ...BY_HAND } }, owner.token)
  const byImport = { params: { id: preview.import.id } }
  const [session] = await test.call(api.listSessions, {}, owner.token)
  const lend = { params: { id: device.id }, body: { email: `${SECRET.toLowerCase()}@farm.example` } }
  const rental = await test.call(api.createRental, lend, owner.token)
  const transfer = await test.call(api.createTransfer, lend, owner.token)
  const mapping = await test.call(api.createMapping, { body: MAPPING }, owner.token)
  const place = { location_id: location.id, area_id: location.area.id, device_ids: [device.id] }
  const gone = await aLocation(test, owner, { name: `${SECRET} gone` })
  await test.call(api.deleteLocation, { params: { id: gone.id } }, owner.token)
  const goneArea = await test.call(api.createArea, { body: { location_id: location.id, ...area } }, owner.token)
  await test.call(api.deleteArea, { params: { id: goneArea.id } }, owner.token)
  const byArea = { params: { id: location.area.id } }
  const round = await test.call(api.createRound, { ...byArea, body: ROUND }, owner.token)
  const byRound = { params: { id: round.id } }
  const LOSS = { date: '2024-01-02', animals: 1 }
  const dead = { key: 'animals_dead', name: `${SECRET} dead`, input: 'number' as const }
  const list = await test.call(api.createChecklist, { body: { name: `${SECRET} counts`, items: [dead] } }, owner.token)
  const counted = await anInspection(test, owner, location, {
    area_ids: [location.area.id],
    checklist_id: list.id,
    answers: { animals_dead: 1 },
  })
  const left = { inspection_id: counted.id, kind: 'lost' as const, animals: 1, take: false }
  const loss = await test.call(api.createLoss, { ...byRound, body: LOSS }, owner.token)
  const older = { ...ROUND, date_in: '2023-01-01', date_out: '2023-02-01' }
  const goneRound = await test.call(api.createRound, { ...byArea, body: older }, owner.token)
  await test.call(api.deleteRound, { params: { id: goneRound.id } }, owner.token)
  const group = await test.call(api.createGroup, { body: { name: `${SECRET} group` } }, owner.token)
  const byGroup = { params: { id: group.id } }
  await test.call(api.setGroupShares, { ...byGroup, body: [{ location_id: location.id, may: 'edit' }] }, owner.token)
  const invited = `${SECRET.toLowerCase()}-invited@farm.example`
  const invitation = await test.call(api.inviteToGroup, { ...byGroup, body: { email: invited } }, owner.token)
  const [, token = ''] = await mailed(test, invited, /invitations\/([\w-]{43})/)
  const byMember = { params: { id: group.id, user_id: owner.id } }
  const byShare = { params: { id: location.id, group_id: group.id } }
  const day = { date_start: '2025-01-15', date_end: '2025-01-15' }
  const wholeDay = { ...day, device_ids: String(device.id) }
  const exported = await test.call(api.createExport, { body: { ...day, device_ids: [device.id] } }, owner.token)
  const reported = { area_ids: [location.area.id], interval: 'selection' as const, ...day }
  const report = await test.call(api.createReport, { body: reported }, owner.token)
  const run = await test.call(api.createReport, { body: reported }, owner.token)
  await makeReports(test.services)
  const scheduled = {
    name: `${SECRET} schedule`,
    area_ids: [location.area.id],
    frequency: 'week' as const,
    language: 'en' as const,
    recipients: [`${SECRET.toLowerCase()}-reader@farm.example`],
  }
  const schedule = await test.call(api.createReportSchedule, { body: scheduled }, owner.token)
  const ofSchedule = { schedule_id: schedule.id, due_at: new Date(test.services.now()).toISOString() }
  await test.services.db.updateTable('reports').set(ofSchedule).where('id', '=', run.id).execute()
  const shown = await test.call(api.createSchedulePreview, { body: scheduled }, owner.token)
  await makeReports(test.services)
  const display = await test.call(
    api.createDisplay,
    { ...byLocation, body: { name: `${SECRET} display` } },
    owner.token,
  )
  const floorPlan = await aFloorPlan(test, owner, location, `${SECRET} floor plan`)
  const byFloorPlan = { params: { id: floorPlan.id } }
  const onFloorPlan = { params: { id: floorPlan.id, device_id: device.id } }
  const board = await test.call(api.createBoard, { body: BOARD(location.area.id) }, owner.token)
  const byBoard = { params: { id: board.id } }
  const feed = await test.call(
    api.createFeed,
    { body: { name: `${SECRET} feed`, kind: 'calendar', events: ['rounds'] } },
    owner.token,
  )
  const accessToken = await test.call(
    api.createToken,
    { body: { name: `${SECRET} token`, scopes: ['read'] } },
    owner.token,
  )
  const signIns = await waysToSignIn(test, owner)
  const dataCopy = await test.call(api.createDataCopy, {}, owner.token)
  await makeCopies(test.services)
  const subscription = await test.call(api.createPushSubscription, { body: aBrowser() }, owner.token)
  const reached = {
    ...{ service: 'ntfy' as const, name: `${SECRET} phone`, only_act_now: false },
    settings: { server: 'https://127.0.0.1:9', topic: SECRET },
  }
  const contactPoint = await test.call(api.createContactPoint, { body: reached }, owner.token)
  const emissionReport = await test.call(
    api.createEmissionReport,
    { body: { location_id: location.id, period: 'quarter', date: '2025-01-15' } },
    owner.token,
  )
  const byEmissionReport = { params: { id: emissionReport.id } }
  const owned: Partial<Record<keyof typeof api, Given>> = {
    getLocation: { params: { id: location.id } },
    getLocationLoss: { params: { id: location.id } },
    restoreLocation: { params: { id: gone.id } },
    getArea: { params: { id: location.area.id } },
    getAreaLoss: { params: { id: location.area.id } },
    listRounds: byArea,
    getEmissionSettings: byArea,
    saveEmissionSettings: { ...byArea, body: {} },
    getEmissions: { query: { ...day, area_id: String(location.area.id) } },
    getEmissionLogbook: { query: { ...day, area_id: String(location.area.id) } },
    createEmissionReport: { body: { location_id: location.id, period: 'quarter', date: '2025-01-15' } },
    getEmissionReportPdf: { ...byEmissionReport, query: {} },
    getEmissionReportCsv: { ...byEmissionReport, query: {} },
    deleteEmissionReport: byEmissionReport,
    getExposure: { query: { ...day, area_id: String(location.area.id) } },
    pauseArea: { ...byArea, body: {} },
    resumeArea: byArea,
    createRound: { ...byArea, body: ROUND },
    importRounds: { ...byArea, body: { rounds: [ROUND] } },
    updateRound: { ...byRound, body: ROUND },
    getRoundAxis: { ...byArea, query: {} },
    getEmptied: byArea,
    sayOccupied: byRound,
    deleteRound: byRound,
    restoreRound: { params: { id: goneRound.id } },
    listLosses: byRound,
    createLoss: { ...byRound, body: LOSS },
    importLosses: { ...byRound, body: { losses: [LOSS] } },
    listDiaryCounts: byArea,
    answerDiaryCounts: { ...byArea, body: { answers: [left] } },
    listWater: { ...byArea, query: day },
    saveWater: { ...byArea, body: { days: [{ date: '2024-01-02', litres: 1 }] } },
    deleteLoss: { params: { id: loss.id } },
    restoreArea: { params: { id: goneArea.id } },
    updateLocation: { params: { id: location.id }, body: { name: 'x' } },
    deleteLocation: { params: { id: location.id } },
    createArea: { body: { location_id: location.id, ...area } },
    updateArea: { params: { id: location.area.id }, body: area },
    deleteArea: { params: { id: location.area.id } },
    renameGroup: { ...byGroup, body: { name: 'x' } },
    dissolveGroup: byGroup,
    listGroupMembers: byGroup,
    listGroupChanges: byGroup,
    changeGroupRole: { ...byMember, body: { role: 'member' } },
    removeGroupMember: byMember,
    inviteToGroup: { ...byGroup, body: { email: 'x@farm.example' } },
    revokeInvitation: { params: { id: group.id, invitation_id: invitation.invitation?.id } },
    acceptOwnInvitation: byGroup,
    declineOwnInvitation: byGroup,
    acceptInvitation: { params: { token } },
    listGroupShares: byGroup,
    setGroupShares: { ...byGroup, body: [{ location_id: location.id, may: 'read' }] },
    listLocationShares: { params: { id: location.id } },
    setLocationShare: { ...byShare, body: { may: 'read' } },
    endLocationShare: byShare,
    setBenchmark: { params: { id: location.id }, body: { agreed: true } },
    getSensor: byDevice,
    readSensor: byDevice,
    updateSensor: { ...byDevice, body: { name: 'x' } },
    renameSensors: { body: { devices: [{ id: device.id, name: 'x' }] } },
    deleteSensor: byDevice,
    listKeys: byDevice,
    createKey: { ...byDevice, body: {} },
    deleteKey: { params: { id: device.id, key_id: device.key_id } },
    listRefusals: byDevice,
    getDecoder: byDevice,
    getDeviceMapping: byDevice,
    setDeviceMapping: { ...byDevice, body: { mapping: null } },
    listRawMessages: byDevice,
    updateMapping: { params: { id: mapping.id }, body: MAPPING },
    deleteMapping: { params: { id: mapping.id } },
    chooseDecoder: { ...byDevice, body: { decoder: null } },
    getDeviceCodec: byDevice,
    setDeviceCodec: { ...byDevice, body: { script: null } },
    tryDeviceCodec: { ...byDevice, body: { script: 'function Decode() { return { t: 21 } }', bytes: '00' } },
    listDeviceRentals: byDevice,
    createRental: { ...byDevice, body: { email: 'x@farm.example' } },
    updateRental: { params: { id: rental.id }, body: { end: null } },
    deleteRental: { params: { id: rental.id } },
    createTransfer: { ...byDevice, body: { email: 'x@farm.example' } },
    acceptOffer: { params: { id: transfer.id } },
    renewOffer: { params: { id: transfer.id } },
    deleteOffer: { params: { id: transfer.id } },
    createClaimCode: byDevice,
    releaseSensor: byDevice,
    commissionSensor: { body: { name: 'x', area_id: location.area.id } },
    createLocationResearch: { body: { ...place, start: '2019-01-01T00:00:00Z', end: '2019-02-01T00:00:00Z' } },
    updateLocationResearch: { params: { id: placement.id }, body: { start: '2020-01-01T00:00:00Z' } },
    endLocationResearch: { body: { location_research_ids: [placement.id], end: '2020-02-01T00:00:00Z' } },
    deleteLocationResearch: { params: { id: placement.id } },
    continueLocationResearch: {
      params: { id: placement.id },
      body: { at: '2021-01-01T00:00:00Z', device_id: device.id },
    },
    quickStart: {
      body: {
        location_id: location.id,
        devices: [{ device_id: device.id, area_id: location.area.id }],
        start: '2019-01-01T00:00:00Z',
        end: '2019-02-01T00:00:00Z',
      },
    },
    getResearch: { params: { id: research.id } },
    listResearchNotes: byResearch,
    createResearchNote: { ...byResearch, body: note },
    updateResearchNote: { params: { id: researchNote.id }, body: note },
    deleteResearchNote: { params: { id: researchNote.id } },
    listDeviceNotes: { query: { device_ids: String(device.id) } },
    listSnapshots: byResearch,
    previewSnapshot: { ...byResearch, body: version },
    createSnapshot: { ...byResearch, body: frozen },
    deleteSnapshot: bySnapshot,
    publishSnapshot: { ...bySnapshot, body: { published: true, download: true } },
    createSnapshotLink: bySnapshot,
    deleteRepository: { params: { id: repository.id } },
    createDeposit: { ...bySnapshot, body: { repository_id: repository.id, publish: true } },
    retryDeposit: { params: { id: deposit }, body: { publish: true } },
    updateResearch: { params: { id: research.id }, body: RESEARCH },
    deleteResearch: { params: { id: research.id } },
    listResearchPlaces: byResearch,
    askForConsent: { ...byResearch, body: { email: `${SECRET.toLowerCase()}@farm.example` } },
    listConsents: byResearch,
    createConsent: { ...byResearch, body: NO },
    previewConsent: { ...byResearch, body: NO },
    listConsentReads: { ...byResearch, query: {} },
    listConsentReadSpans: byResearch,
    getConsentReceipt: { params: { id: consent.id } },
    getConsentReceiptPdf: { params: { id: consent.id }, query: {} },
    getSeries: { query: { device_id: device.id } },
    listPhotos: { query: { device_id: device.id } },
    listPhotoTimes: {
      query: { device_id: device.id, from: '2020-01-01T00:00:00Z', until: '2020-02-01T00:00:00Z' },
    },
    listLastPhotos: { query: { device_id: device.id } },
    updatePhoto: { params: { id: photo.id }, body: { marked: true } },
    deletePhotos: { body: { photo_ids: [photo.id] } },
    getUnplaced: { query: { device_id: device.id } },
    listCalibrations: { query: { device_id: device.id } },
    previewCalibration: { body: { device_id: device.id, ...CALIBRATION } },
    createCalibration: { body: { device_id: device.id, ...CALIBRATION } },
    previewSideBySide: { body: { device_ids: [device.id], ...SIDE_BY_SIDE } },
    calibrateSideBySide: { body: { device_ids: [device.id], ...SIDE_BY_SIDE } },
    undoCalibration: { params: { id: calibration.id } },
    getExport: { query: wholeDay },
    previewExport: { query: wholeDay },
    createExport: { body: { ...day, device_ids: [device.id] } },
    readExport: { params: { id: exported.id } },
    deleteExport: { params: { id: exported.id } },
    createExportLink: { params: { id: exported.id } },
    createReport: { body: reported },
    repeatReport: { params: { id: report.id } },
    deleteReport: { params: { id: report.id } },
    createReportLink: { params: { id: report.id } },
    deleteReportLink: { params: { id: report.id } },
    createReportSchedule: { body: scheduled },
    updateReportSchedule: { params: { id: schedule.id }, body: scheduled },
    deleteReportSchedule: { params: { id: schedule.id } },
    runReportSchedule: { params: { id: schedule.id } },
    sendRunAgain: { params: { id: schedule.id, report_id: run.id } },
    createSchedulePreview: { body: scheduled },
    getSchedulePreview: { params: { id: shown.id } },
    getSchedulePreviewFile: { params: { id: shown.id } },
    listFaults: { query: { device_id: device.id, from: '2020-01-01T00:00:00Z', until: '2020-02-01T00:00:00Z' } },
    explainValue: {
      query: { device_id: device.id, measurement: 't', from: '2020-01-01T00:00:00Z', until: '2020-02-01T00:00:00Z' },
    },
    dismissFault: { params: { id: fault.id }, body: { dismissed: true } },
    listInsights: { query: { device_id: device.id, from: '2025-01-01T00:00:00Z', until: '2025-02-01T00:00:00Z' } },
    dismissInsight: { params: { id: insight.id }, body: { dismissed: true } },
    listManual: { query: { device_id: device.id } },
    createManual: { body: { device_id: device.id, ...BY_HAND } },
    updateManual: { params: { id: manual.id }, body: BY_HAND },
    deleteManual: { params: { id: manual.id } },
    listImports: { query: { device_id: device.id } },
    createImport: { query: { device_id: device.id } },
    previewImport: { ...byImport, body: { plan: preview.plan } },
    getImport: byImport,
    commitImport: byImport,
    undoImport: byImport,
    getLast: { query: { device_id: device.id } },
    streamLive: { query: { device_ids: device.id } },
    getAlertRule: { params: { id: rule.id } },
    reachOfAlertRule: { body: { id: rule.id, rule: RULE } },
    takeDefaultAlertRulesOfDevices: { body: { device_ids: [device.id] } },
    getAlertRuleHistory: { params: { id: rule.id } },
    updateAlertRule: { params: { id: rule.id }, body: { ...RULE, exclude_device_ids: [device.id] } },
    deleteAlertRule: { params: { id: rule.id } },
    getAlarmPlan: { params: { id: location.id } },
    saveAlarmPlan: { params: { id: location.id }, body: PLAN },
    testAlarmPlan: { params: { id: location.id } },
    getAlarmLog: { params: { id: location.id } },
    remarkAlarmTest: { params: { id: alarmTest.test_id ?? 0 }, body: { remark: 'x' } },
    answerStandIn: { params: { id: absence.id }, body: { answer: 'yes' } },
    getAlert: byAlert,
    markAlert: { ...byAlert, body: { read: true } },
    markAlerts: { body: { alert_ids: [alert.id], read: true } },
    acknowledgeAlert: { ...byAlert, body: { note: 'x' } },
    withdrawAcknowledgement: byAlert,
    silenceAlert: { ...byAlert, body: { until: null } },
    excludeAlertDevice: byAlert,
    deleteAlert: byAlert,
    deleteAlerts: { body: { alert_ids: [alert.id] } },
    endSession: { params: { id: session?.id ?? 0 } },
    deleteFeed: { params: { id: feed.id } },
    getBoard: byBoard,
    updateBoard: { ...byBoard, body: { ...BOARD(location.area.id), version: board.version } },
    deleteBoard: byBoard,
    shareBoard: byBoard,
    endBoardLink: byBoard,
    // A link lets in whoever has it: to what, its own tests say.
    openBoard: { body: { secret: 'bmb_unknown' } },
    deleteToken: { params: { id: accessToken.id } },
    deletePasskey: { params: { id: signIns.passkey } },
    deleteLinkedSignIn: { params: { id: signIns.link } },
    deleteDataCopy: { params: { id: dataCopy.id } },
    getDataCopyFile: { params: { id: dataCopy.id } },
    listDisplays: byLocation,
    createDisplay: { ...byLocation, body: { name: SECRET } },
    deleteDisplay: { params: { id: display.id } },
    listFloorPlans: byLocation,
    createFloorPlan: { ...byLocation, query: { name: SECRET } },
    updateFloorPlan: { ...byFloorPlan, body: { name: 'x' } },
    replaceFloorPlanPicture: byFloorPlan,
    putOnFloorPlan: { ...onFloorPlan, body: { x: 0.5, y: 0.5 } },
    takeOffFloorPlan: onFloorPlan,
    deleteFloorPlan: byFloorPlan,
    deletePushSubscription: { params: { id: subscription.id } },
    testContactPoint: { params: { id: contactPoint.id } },
    updateContactPoint: { params: { id: contactPoint.id }, body: reached },
    deleteContactPoint: { params: { id: contactPoint.id } },
    updateLocale: { body: { email: owner.email, locale: 'de' } },
    ...(await anOwnersDiary(test, owner, location, SECRET)),
  }
  return { owned, location: { ...location, floor_plans: 1 }, device, placement, alert, group, token }
}

/** A passkey and an account at another provider, as the owner has them. */
const waysToSignIn = async (test: TestApp, { id: user_id }: TestUser): Promise<{ passkey: number; link: number }> => {
  const { db } = test.services
  const created_at = test.clock.iso()
  const passkey = await db
    .insertInto('passkeys')
    .values({
      user_id,
      name: `${SECRET} passkey`,
      credential_id: `key of ${user_id}`,
      public_key: '',
      counter: 0,
      transports: jsonOf([]),
      synced: 0,
      created_at,
      last_used_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const link = await db
    .insertInto('linked_sign_ins')
    .values({ user_id, issuer: `https://${SECRET}.example`, subject: String(user_id), created_at, last_used_at: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { passkey: passkey.id, link: link.id }
}
