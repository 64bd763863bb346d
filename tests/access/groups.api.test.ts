import { afterAll, beforeAll, expect, test } from 'vitest'
import { urlOf } from '#shared/contract/call.ts'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { api } from '#shared/contract/index.ts'
import { joined } from '../../server/testing/a-group.ts'
import { aFirstUser, aUser, type TestUser } from '../../server/testing/a-user.ts'
import { startTestApp, type TestApp } from '../../server/testing/start-test-app.ts'
import { anOwnersFarm, type Given } from './owned-calls.ts'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await startTestApp()
  admin = await aFirstUser(app)
})
afterAll(() => app.close())

/**
 * People around an owner's location: those of a group it is shared with, of whom an admin is no more there than a reader, and a
 * researcher to whom the owner consented.
 */
const PEOPLE = ['reader', 'editor', 'admin', 'invited', 'removed', 'researcher'] as const
type Person = (typeof PEOPLE)[number]

/**
 * People who are let in to each call that names something of the owner, in the order in which they are tried: `yes`, `no` (not_allowed,
 * for whoever sees the thing) or a dash (not_found). Readers read, editors write down and change; nobody deletes the location,
 * shares it on, plans devices of others, or sees rules, alarm plans, projects and exports. A researcher has charts and exports of
 * what is shared, under pseudonyms.
 */
const RIGHTS = `
                         | reader | editor | admin | invited | removed | researcher
getLocation              | yes    | yes    | yes   | -       | - | -
getLocationLoss          | no     | no     | no    | -       | - | -
getArea                  | yes    | yes    | yes   | -       | - | -
getAreaLoss              | no     | no     | no    | -       | - | -
listRounds               | yes    | yes    | yes   | -       | - | -
listLosses               | yes    | yes    | yes   | -       | - | -
getEmissionSettings      | yes    | yes    | yes   | -       | - | -
getEmissions             | yes    | yes    | yes   | -       | - | -
getEmissionLogbook       | yes    | yes    | yes   | -       | - | -
getEmissionReportPdf     | -      | -      | -     | -       | - | -
getEmissionReportCsv     | -      | -      | -     | -       | - | -
getExposure              | yes    | yes    | yes   | -       | - | -
getRoundAxis             | yes    | yes    | yes   | -       | - | -
getEmptied               | yes    | yes    | yes   | -       | - | -
listDiaryCounts          | no     | yes    | no    | -       | - | -
listWater                | yes    | yes    | yes   | -       | - | -
getBoard                 | -      | -      | -     | -       | - | -
listGroupMembers         | yes    | yes    | yes   | -       | - | -
listGroupChanges         | no     | no     | yes   | -       | - | -
listGroupShares          | yes    | yes    | yes   | -       | - | -
listLocationShares       | no     | no     | no    | -       | - | -
listDisplays             | no     | no     | no    | -       | - | -
listFloorPlans           | yes    | yes    | yes   | -       | - | -
getSensor                | yes    | yes    | yes   | -       | - | -
readSensor               | yes    | yes    | yes   | -       | - | -
listKeys                 | no     | no     | no    | -       | - | -
listRefusals             | yes    | yes    | yes   | -       | - | -
getDecoder               | yes    | yes    | yes   | -       | - | -
getDeviceCodec           | no     | no     | no    | -       | - | -
getDeviceMapping         | no     | no     | no    | -       | - | -
listRawMessages          | no     | no     | no    | -       | - | -
listDeviceRentals        | no     | no     | no    | -       | - | -
getResearch              | -      | -      | -     | -       | - | -
listResearchPlaces       | -      | -      | -     | -       | - | -
listResearchNotes        | -      | -      | -     | -       | - | -
listSnapshots            | -      | -      | -     | -       | - | -
previewSnapshot          | -      | -      | -     | -       | - | -
listDeviceNotes          | yes    | yes    | yes   | -       | - | yes
listConsents             | -      | -      | -     | -       | - | -
previewConsent           | -      | -      | -     | -       | - | -
listConsentReads         | -      | -      | -     | -       | - | -
listConsentReadSpans     | -      | -      | -     | -       | - | -
getConsentReceipt        | -      | -      | -     | -       | - | -
getConsentReceiptPdf     | -      | -      | -     | -       | - | -
getSeries                | yes    | yes    | yes   | -       | - | yes
listPhotos               | yes    | yes    | yes   | -       | - | -
listPhotoTimes           | yes    | yes    | yes   | -       | - | -
listLastPhotos           | yes    | yes    | yes   | -       | - | -
getUnplaced              | no     | no     | no    | -       | - | -
listCalibrations         | yes    | yes    | yes   | -       | - | -
previewCalibration       | no     | no     | no    | -       | - | -
previewSideBySide        | no     | no     | no    | -       | - | -
getExport                | yes    | yes    | yes   | -       | - | yes
previewExport            | yes    | yes    | yes   | -       | - | yes
readExport               | -      | -      | -     | -       | - | -
listFaults               | yes    | yes    | yes   | -       | - | -
explainValue             | yes    | yes    | yes   | -       | - | -
listInsights             | yes    | yes    | yes   | -       | - | -
listManual               | yes    | yes    | yes   | -       | - | -
listImports              | yes    | yes    | yes   | -       | - | -
previewImport            | -      | -      | -     | -       | - | -
getImport                | -      | -      | -     | -       | - | -
getLast                  | yes    | yes    | yes   | -       | - | -
getAlertRule             | -      | -      | -     | -       | - | -
getAlertRuleHistory      | -      | -      | -     | -       | - | -
getAlarmPlan             | -      | -      | -     | -       | - | -
getAlarmLog              | -      | -      | -     | -       | - | -
getAlert                 | -      | -      | -     | -       | - | -
getInspection            | yes    | yes    | yes   | -       | - | -
listInspectionItems      | yes    | yes    | yes   | -       | - | -
listAreaNotes            | yes    | yes    | yes   | -       | - | -
listInspectionClimate    | yes    | yes    | yes   | -       | - | -
restoreLocation          | -      | -      | -     | -       | - | -
saveEmissionSettings     | no     | yes    | no    | -       | - | -
createEmissionReport     | yes    | yes    | yes   | -       | - | -
pauseArea                | no     | yes    | no    | -       | - | -
resumeArea               | no     | yes    | no    | -       | - | -
createRound              | no     | yes    | no    | -       | - | -
importRounds             | no     | yes    | no    | -       | - | -
updateRound              | no     | yes    | no    | -       | - | -
sayOccupied              | no     | yes    | no    | -       | - | -
restoreRound             | no     | yes    | no    | -       | - | -
createLoss               | no     | yes    | no    | -       | - | -
importLosses             | no     | yes    | no    | -       | - | -
answerDiaryCounts        | no     | yes    | no    | -       | - | -
saveWater                | no     | yes    | no    | -       | - | -
restoreArea              | -      | -      | -     | -       | - | -
updateLocation           | no     | yes    | no    | -       | - | -
createArea               | no     | yes    | no    | -       | - | -
updateArea               | no     | yes    | no    | -       | - | -
renameGroup              | no     | no     | yes   | -       | - | -
changeGroupRole          | no     | no     | no    | -       | - | -
inviteToGroup            | no     | no     | yes   | -       | - | -
revokeInvitation         | no     | no     | yes   | -       | - | -
acceptInvitation         | -      | -      | -     | -       | - | -
setGroupShares           | no     | no     | yes   | -       | - | -
setLocationShare         | no     | no     | no    | -       | - | -
setBenchmark             | no     | no     | no    | -       | - | -
updateContactPoint       | -      | -      | -     | -       | - | -
testContactPoint         | -      | -      | -     | -       | - | -
createDisplay            | no     | no     | no    | -       | - | -
deleteDisplay            | no     | no     | no    | -       | - | -
deleteFeed               | -      | -      | -     | -       | - | -
updateBoard              | -      | -      | -     | -       | - | -
shareBoard               | -      | -      | -     | -       | - | -
endBoardLink             | -      | -      | -     | -       | - | -
deleteBoard              | -      | -      | -     | -       | - | -
openBoard                | -      | -      | -     | -       | - | -
deleteToken              | -      | -      | -     | -       | - | -
deletePasskey            | -      | -      | -     | -       | - | -
deleteLinkedSignIn       | -      | -      | -     | -       | - | -
deleteDataCopy           | -      | -      | -     | -       | - | -
getDataCopyFile          | -      | -      | -     | -       | - | -
updateSensor             | no     | no     | no    | -       | - | -
renameSensors            | no     | no     | no    | -       | - | -
createKey                | no     | no     | no    | -       | - | -
setDeviceCodec           | no     | no     | no    | -       | - | -
tryDeviceCodec           | no     | no     | no    | -       | - | -
setDeviceMapping         | no     | no     | no    | -       | - | -
updateMapping            | -      | -      | -     | -       | - | -
chooseDecoder            | no     | no     | no    | -       | - | -
createRental             | no     | no     | no    | -       | - | -
updateRental             | -      | -      | -     | -       | - | -
createTransfer           | no     | no     | no    | -       | - | -
acceptOffer              | -      | -      | -     | -       | - | -
renewOffer               | -      | -      | -     | -       | - | -
createClaimCode          | no     | no     | no    | -       | - | -
commissionSensor         | no     | yes    | no    | -       | - | -
createLocationResearch   | no     | no     | no    | -       | - | -
updateLocationResearch   | no     | no     | no    | -       | - | -
endLocationResearch      | no     | no     | no    | -       | - | -
continueLocationResearch | no     | no     | no    | -       | - | -
quickStart               | no     | no     | no    | -       | - | -
updateResearch           | -      | -      | -     | -       | - | -
createResearchNote       | -      | -      | -     | -       | - | -
updateResearchNote       | -      | -      | -     | -       | - | -
createSnapshot           | -      | -      | -     | -       | - | -
publishSnapshot          | -      | -      | -     | -       | - | -
createSnapshotLink       | -      | -      | -     | -       | - | -
createDeposit            | -      | -      | -     | -       | - | -
retryDeposit             | -      | -      | -     | -       | - | -
askForConsent            | -      | -      | -     | -       | - | -
createConsent            | -      | -      | -     | -       | - | -
updatePhoto              | no     | no     | no    | -       | - | -
createCalibration        | no     | no     | no    | -       | - | -
calibrateSideBySide      | no     | no     | no    | -       | - | -
undoCalibration          | no     | no     | no    | -       | - | -
createExport             | yes    | yes    | yes   | -       | - | yes
createExportLink         | -      | -      | -     | -       | - | -
createReport             | yes    | yes    | yes   | -       | - | yes
repeatReport             | -      | -      | -     | -       | - | -
createReportLink         | -      | -      | -     | -       | - | -
createReportSchedule     | yes    | yes    | yes   | -       | - | yes
updateReportSchedule     | -      | -      | -     | -       | - | -
runReportSchedule        | -      | -      | -     | -       | - | -
sendRunAgain             | -      | -      | -     | -       | - | -
createSchedulePreview    | yes    | yes    | yes   | -       | - | yes
getSchedulePreview       | -      | -      | -     | -       | - | -
getSchedulePreviewFile   | -      | -      | -     | -       | - | -
dismissFault             | no     | no     | no    | -       | - | -
dismissInsight           | no     | yes    | no    | -       | - | -
createManual             | no     | yes    | no    | -       | - | -
updateManual             | no     | yes    | no    | -       | - | -
createImport             | no     | no     | no    | -       | - | -
commitImport             | -      | -      | -     | -       | - | -
undoImport               | -      | -      | -     | -       | - | -
updateAlertRule          | -      | -      | -     | -       | - | -
reachOfAlertRule         | -      | -      | -     | -       | - | -
takeDefaultAlertRulesOfDevices | yes    | yes    | yes   | -       | - | -
saveAlarmPlan            | -      | -      | -     | -       | - | -
testAlarmPlan            | -      | -      | -     | -       | - | -
remarkAlarmTest          | -      | -      | -     | -       | - | -
answerStandIn            | -      | -      | -     | -       | - | -
markAlert                | -      | -      | -     | -       | - | -
markAlerts               | -      | -      | -     | -       | - | -
acknowledgeAlert         | -      | -      | -     | -       | - | -
withdrawAcknowledgement  | -      | -      | -     | -       | - | -
silenceAlert             | -      | -      | -     | -       | - | -
excludeAlertDevice       | -      | -      | -     | -       | - | -
updateLocale             | no     | no     | no    | no      | no | no
createInspection         | no     | yes    | no    | -       | - | -
updateInspection         | no     | yes    | no    | -       | - | -
restoreInspection        | -      | yes    | -     | -       | - | -
sendInspectionPhoto      | no     | yes    | no    | -       | - | -
createFloorPlan          | no     | yes    | no    | -       | - | -
updateFloorPlan          | no     | yes    | no    | -       | - | -
replaceFloorPlanPicture  | no     | yes    | no    | -       | - | -
putOnFloorPlan           | no     | yes    | no    | -       | - | -
takeOffFloorPlan         | no     | yes    | no    | -       | - | -
sendInspectionFile       | no     | yes    | no    | -       | - | -
createAreaNote           | no     | yes    | no    | -       | - | -
updateAreaNote           | no     | no     | no    | -       | - | -
restoreAreaNote          | -      | -      | -     | -       | - | -
updateChecklist          | no     | no     | no    | -       | - | -
deleteLoss               | no     | yes    | no    | -       | - | -
deleteLocation           | no     | no     | no    | -       | - | -
deleteArea               | no     | no     | no    | -       | - | -
dissolveGroup            | no     | no     | no    | -       | - | -
removeGroupMember        | no     | no     | no    | -       | - | -
endLocationShare         | no     | no     | no    | -       | - | -
deleteSensor             | no     | no     | no    | -       | - | -
deleteKey                | no     | no     | no    | -       | - | -
deleteMapping            | -      | -      | -     | -       | - | -
deleteRental             | -      | -      | -     | -       | - | -
deleteOffer              | -      | -      | -     | -       | - | -
releaseSensor            | no     | no     | no    | -       | - | -
deleteLocationResearch   | no     | no     | no    | -       | - | -
deleteResearchNote       | -      | -      | -     | -       | - | -
deleteSnapshot           | -      | -      | -     | -       | - | -
deleteRepository         | -      | -      | -     | -       | - | -
deleteResearch           | -      | -      | -     | -       | - | -
deletePhotos             | no     | no     | no    | -       | - | -
deleteEmissionReport     | -      | -      | -     | -       | - | -
deleteExport             | -      | -      | -     | -       | - | -
deleteReportLink         | -      | -      | -     | -       | - | -
deleteReportSchedule     | -      | -      | -     | -       | - | -
deleteReport             | -      | -      | -     | -       | - | -
deleteManual             | no     | yes    | no    | -       | - | -
deleteAlertRule          | -      | -      | -     | -       | - | -
deleteAlert              | -      | -      | -     | -       | - | -
deleteAlerts             | -      | -      | -     | -       | - | -
endSession               | -      | -      | -     | -       | - | -
deletePushSubscription   | -      | -      | -     | -       | - | -
deleteContactPoint       | -      | -      | -     | -       | - | -
deleteInspection         | no     | yes    | no    | -       | - | -
deleteAreaNote           | no     | no     | no    | -       | - | -
deleteFloorPlan          | no     | yes    | no    | -       | - | -
deleteChecklist          | no     | no     | no    | -       | - | -
deleteRound              | no     | yes    | no    | -       | - | -
declineOwnInvitation     | -      | -      | -     | yes     | - | -
acceptOwnInvitation      | -      | -      | -     | -       | - | -
`

type Farm = Awaited<ReturnType<typeof anOwnersFarm>>

const JOINS: Record<Person, (owner: TestUser, person: TestUser, farm: Farm) => Promise<unknown>> = {
  reader: (owner, person, { group }) => joined(app, owner, group.id, person),
  editor: (owner, person, { group }) => joined(app, owner, group.id, person),
  admin: (owner, person, { group }) => joined(app, owner, group.id, person, 'admin'),
  invited: (owner, person, { group: { id } }) =>
    app.call(api.inviteToGroup, { params: { id }, body: { email: person.email } }, owner.token),
  removed: async (owner, person, { group: { id } }) => {
    await joined(app, owner, id, person)
    await app.call(api.removeGroupMember, { params: { id, user_id: person.id } }, owner.token)
  },
  researcher: async (owner, person, { location }) => {
    const body = { name: 'Air', start: '2019-01-01T00:00:00Z' }
    const { id } = await app.call(api.createResearch, { body }, person.token)
    await app.call(api.askForConsent, { params: { id }, body: { email: owner.email } }, person.token)
    const yes = { location_id: location.id, answer: 'yes', from: '2020-01-01T00:00:00Z' } as const
    await app.call(api.createConsent, { params: { id }, body: yes }, owner.token)
  },
}

const ROWS = RIGHTS.trim()
  .split('\n')
  .slice(1)
  .map(line => {
    const [name = '', ...cells] = line.split('|').map(cell => cell.trim())
    return { name, cells }
  })

/** Streams have tests of their own: they begin, and end with the right. */
const ELSEWHERE = ['streamLive']

const tried = async (name: string, given: Given, token: string): Promise<string> => {
  const endpoint = Object.entries<Endpoint>(api).find(([one]) => one === name)?.[1]
  if (!endpoint) throw new Error(`no call ${name}`)
  const [type = 'application/json'] = endpoint.bodyTypes ?? []
  const { statusCode, body } = await app.inject({
    method: endpoint.method,
    url: urlOf(endpoint, { params: given.params, query: given.query }),
    headers: { authorization: `Bearer ${token}`, ...(given.body === undefined ? {} : { 'content-type': type }) },
    ...(given.body === undefined ? {} : { payload: JSON.stringify(given.body) }),
  })
  expect(statusCode, `${name}: ${body}`).toBeLessThan(500)
  if (statusCode === 401) return 'out'
  if (statusCode === 404) return '-'
  // An input that is refused was looked at: whoever sent it was let in.
  return statusCode === 403 ? 'no' : 'yes'
}

test.each(PEOPLE)('[decisions §3] what is there of a shared location and its group for: %s', async role => {
  const [owner, person] = [await aUser(app), await aUser(app, { name: `Person ${role}` })]
  const farm = await anOwnersFarm(app, owner)
  const { owned, group, location } = farm
  const body = [{ location_id: location.id, may: role === 'editor' ? ('edit' as const) : ('read' as const) }]
  await app.call(api.setGroupShares, { params: { id: group.id }, body }, owner.token)
  await JOINS[role](owner, person, farm)
  const names = Object.keys(owned).filter(name => !ELSEWHERE.includes(name))
  expect(ROWS.map(({ name }) => name).sort()).toEqual(names.sort())
  const given = new Map(Object.entries(owned))
  const found: string[] = []
  for (const { name } of ROWS) found.push(`${name}: ${await tried(name, given.get(name) ?? {}, person.token)}`)
  expect(found).toEqual(ROWS.map(({ name, cells }) => `${name}: ${cells[PEOPLE.indexOf(role)]}`))
})

test('[specification §6] what is there of it for somebody who is suspended, by their session and by their program: nothing', async () => {
  const [owner, person] = [await aUser(app), await aUser(app)]
  const farm = await anOwnersFarm(app, owner)
  await JOINS.admin(owner, person, farm)
  const scopes = ['read', 'write', 'manage'] as const
  const program = await app.call(api.createToken, { body: { name: 'Script', scopes: [...scopes] } }, person.token)
  await app.call(api.changeAccount, { params: { id: person.id }, body: { suspended: true } }, admin.token)
  for (const [name, endpoint] of Object.entries<Endpoint>(api)) {
    if (!['signedIn', 'admin'].includes(endpoint.access)) continue
    const given = new Map(Object.entries(farm.owned)).get(name) ?? { params: { id: 1 } }
    for (const token of [person.token, program.token])
      expect([name, await tried(name, given, token)]).toEqual([name, 'out'])
  }
})
