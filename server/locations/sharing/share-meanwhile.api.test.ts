import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { aDevice } from '../../testing/a-device.ts'
import { aFloorPlan, sendPicture } from '../../testing/a-floor-plan.ts'
import { aGroup } from '../../testing/a-group.ts'
import { aLocation, BROILER } from '../../testing/a-location.ts'
import { aPicture } from '../../testing/a-photo.ts'
import { aPlacement } from '../../testing/a-placement.ts'
import { aFirstUser, aUser, type TestUser } from '../../testing/a-user.ts'
import { accepted } from '../../testing/accepted.ts'
import { anInspection } from '../../testing/an-inspection.ts'
import { meanwhile } from '../../testing/meanwhile.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ now: Date.parse('2026-06-15T10:00:00Z') })
  await aFirstUser(app)
})
afterAll(() => app.close())

const TODAY = '2026-06-15'

/** A barn that somebody edits by a share, with something of everything in it. */
const aFarm = async () => {
  const [owner, editor] = [await aUser(app), await aUser(app)]
  const location = await aLocation(app, owner, { time_zone: 'UTC', areas: ['Barn', 'Empty'].map(anArea) })
  const { id: location_id, area } = location
  const empty = location.areas[1]?.id ?? 0
  const shares = [{ location_id, may: 'edit' as const }]
  const { id: group } = await aGroup(app, owner, { people: [[editor, 'member']], shares })
  const inArea = { params: { id: area.id } }
  const round = await app.call(api.createRound, { ...inArea, body: { date_in: TODAY, animals: 100 } }, owner.token)
  const gone = { date_in: '2026-01-01', date_out: '2026-02-01', animals: 100 }
  const deletedRound = await app.call(api.createRound, { ...inArea, body: gone }, owner.token)
  await app.call(api.deleteRound, { params: { id: deletedRound.id } }, owner.token)
  const inRound = { params: { id: round.id } }
  const loss = await app.call(api.createLoss, { ...inRound, body: { date: TODAY, animals: 1 } }, owner.token)
  const note = { start: app.clock.iso(), text: 'Inlets opened' }
  const written = await app.call(api.createAreaNote, { ...inArea, body: note }, editor.token)
  const deletedNote = await app.call(api.createAreaNote, { ...inArea, body: note }, editor.token)
  await app.call(api.deleteAreaNote, { params: { id: deletedNote.id } }, editor.token)
  const inspection = await anInspection(app, editor, location)
  const deletedInspection = await anInspection(app, editor, location)
  await app.call(api.deleteInspection, { params: { id: deletedInspection.id } }, editor.token)
  const device = await aDevice(app, editor)
  const placement = await aPlacement(app, editor, device, location)
  const spare = await aDevice(app, editor)
  const plan = await aFloorPlan(app, owner, location)
  const end = () =>
    app.call(api.setGroupShares, { params: { id: group }, body: [{ location_id, may: 'read' as const }] }, owner.token)
  return {
    ...{ owner, editor, location, location_id, area, empty, inArea, inRound, round, loss, note, written, placement },
    ...{ deletedRound, deletedNote, inspection, deletedInspection, device, spare, plan, end },
  }
}
const anArea = (name: string) => ({ name, area_type_id: BROILER })
type Farm = Awaited<ReturnType<typeof aFarm>>
const ofId = ({ id }: { id: number }) => ({ params: { id } })

const CALLS: Record<string, (farm: Farm, token: string) => Promise<unknown>> = {
  'adds an area': ({ location_id }, token) =>
    app.call(api.createArea, { body: { ...anArea('More'), location_id } }, token),
  'changes an area': ({ inArea }, token) => app.call(api.updateArea, { ...inArea, body: anArea('Mine') }, token),
  'says that an area is empty': ({ empty }, token) =>
    app.call(api.pauseArea, { params: { id: empty }, body: {} }, token),
  'says that an area is not empty': ({ empty }, token) => app.call(api.resumeArea, { params: { id: empty } }, token),
  'begins a round': ({ empty }, token) =>
    app.call(api.createRound, { params: { id: empty }, body: { date_in: TODAY, animals: 5 } }, token),
  'writes down rounds': ({ empty }, token) =>
    app.call(api.importRounds, { params: { id: empty }, body: { rounds: [{ date_in: TODAY, animals: 5 }] } }, token),
  'changes a round': ({ inRound }, token) =>
    app.call(api.updateRound, { ...inRound, body: { date_in: TODAY, animals: 5 } }, token),
  'says that animals are there': ({ inRound }, token) => app.call(api.sayOccupied, inRound, token),
  'deletes a round': ({ inRound }, token) => app.call(api.deleteRound, inRound, token),
  'brings a round back': ({ deletedRound }, token) => app.call(api.restoreRound, ofId(deletedRound), token),
  'counts losses': ({ inRound }, token) =>
    app.call(api.createLoss, { ...inRound, body: { date: TODAY, animals: 5 } }, token),
  'writes down losses': ({ inRound }, token) =>
    app.call(api.importLosses, { ...inRound, body: { losses: [{ date: TODAY, animals: 5 }] } }, token),
  'takes losses back': ({ loss }, token) => app.call(api.deleteLoss, ofId(loss), token),
  'writes down water': ({ inArea }, token) =>
    app.call(api.saveWater, { ...inArea, body: { days: [{ date: TODAY, litres: 5 }] } }, token),
  'answers counts of the diary': ({ inArea, inspection }, token) => {
    const answers = [{ inspection_id: inspection.id, kind: 'lost' as const, animals: 1, take: false }]
    return app.call(api.answerDiaryCounts, { ...inArea, body: { answers } }, token)
  },
  'writes an inspection': ({ location }, token) => anInspection(app, { token }, location),
  'changes an inspection': ({ inspection }, token) =>
    app.call(api.updateInspection, { ...ofId(inspection), body: { notes: 'Mine' } }, token),
  'deletes an inspection': ({ inspection }, token) => app.call(api.deleteInspection, ofId(inspection), token),
  'brings an inspection back': ({ deletedInspection }, token) =>
    app.call(api.restoreInspection, ofId(deletedInspection), token),
  'adds a photo': async ({ inspection, editor }) =>
    sendPicture(
      app,
      editor,
      api.sendInspectionPhoto,
      { ...ofId(inspection), query: { client_id: randomUUID() } },
      { bytes: await aPicture() },
    ),
  'adds a file': ({ inspection, editor }) =>
    sendPicture(
      app,
      editor,
      api.sendInspectionFile,
      { ...ofId(inspection), query: { client_id: randomUUID(), name: 'file.txt' } },
      { bytes: Buffer.from('Text'), type: 'application/octet-stream' },
    ),
  'writes a note': ({ inArea, note }, token) => app.call(api.createAreaNote, { ...inArea, body: note }, token),
  'changes a note': ({ written, note }, token) =>
    app.call(api.updateAreaNote, { ...ofId(written), body: { ...note, text: 'Mine' } }, token),
  'deletes a note': ({ written }, token) => app.call(api.deleteAreaNote, ofId(written), token),
  'brings a note back': ({ deletedNote }, token) => app.call(api.restoreAreaNote, ofId(deletedNote), token),
  'renames a floor plan': ({ plan }, token) =>
    app.call(api.updateFloorPlan, { ...ofId(plan), body: { name: 'Mine' } }, token),
  'deletes a floor plan': ({ plan }, token) => app.call(api.deleteFloorPlan, ofId(plan), token),
  'puts a device on a floor plan': ({ plan, device }, token) =>
    app.call(api.putOnFloorPlan, { params: { id: plan.id, device_id: device.id }, body: { x: 0.5, y: 0.5 } }, token),
  'takes a device off a floor plan': ({ plan, device }, token) =>
    app.call(api.takeOffFloorPlan, { params: { id: plan.id, device_id: device.id } }, token),
  'places a device': ({ editor, spare, location }) =>
    aPlacement(app, editor, spare, location, { start: app.clock.iso() }),
  'plans devices': ({ spare, location_id, area }, token) => {
    const devices = [{ device_id: spare.id, area_id: area.id }]
    return app.call(api.quickStart, { body: { location_id, start: app.clock.iso(), devices } }, token)
  },
  'changes a placement': ({ placement }, token) =>
    app.call(api.updateLocationResearch, { ...ofId(placement), body: { start: app.clock.iso(-DAY_MS) } }, token),
  'ends placements': ({ placement }, token) =>
    app.call(api.endLocationResearch, { body: { location_research_ids: [placement.id], end: app.clock.iso() } }, token),
  'goes on with another device': ({ placement, spare }, token) =>
    app.call(
      api.continueLocationResearch,
      { ...ofId(placement), body: { at: app.clock.iso(), device_id: spare.id } },
      token,
    ),
}

describe('who edits by a share that ends at that moment', () => {
  test.each(Object.entries(CALLS))('no longer %s', async (_, call) => {
    const farm = await aFarm()
    await expect(meanwhile(app, () => call(farm, farm.editor.token), farm.end)).rejects.toMatchObject({
      status: expect.toSatisfy(status => [403, 404].includes(status)),
    })
  })
})

describe('who sells a location at that moment', () => {
  const aSold = async () => {
    const [seller, buyer] = [await aUser(app), await aUser(app)]
    const location = await aLocation(app, seller, { areas: ['Barn', 'Gone'].map(anArea) })
    await app.call(api.deleteArea, { params: { id: location.areas[1]?.id ?? 0 } }, seller.token)
    const leaveTo = (...owners: TestUser[]) => {
      const body = { name: location.name, owners: owners.map(({ email }) => email) }
      return app.call(api.updateLocation, { ...ofId(location), body }, seller.token)
    }
    await leaveTo(seller, buyer)
    await accepted(app, buyer)
    return { seller, location, sell: () => leaveTo(buyer) }
  }
  test('neither deletes an area any more nor brings one back', async () => {
    const deleting = await aSold()
    const remove = () => app.call(api.deleteArea, ofId(deleting.location.area), deleting.seller.token)
    await expect(meanwhile(app, remove, deleting.sell)).rejects.toMatchObject({ status: 404 })
    const restoring = await aSold()
    const gone = { params: { id: restoring.location.areas[1]?.id ?? 0 } }
    const restore = () => app.call(api.restoreArea, gone, restoring.seller.token)
    await expect(meanwhile(app, restore, restoring.sell)).rejects.toMatchObject({ status: 404 })
  })
})
