import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { api } from '#shared/contract/index.ts'
import { aDevice } from '../testing/a-device.ts'
import { aFault } from '../testing/a-fault.ts'
import { aPlacement } from '../testing/a-placement.ts'
import { aSharedProject } from '../testing/a-shared-project.ts'
import { aFirstUser, aUser, type TestUser } from '../testing/a-user.ts'
import { linesOf, parquetRows, textOf } from '../testing/export-file.ts'
import { someMeasurements } from '../testing/some-measurements.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { forgetSnapshots, makeSnapshots } from './make-snapshots.ts'

const NOW = Date.parse('2025-01-20T12:00:00Z')
const HOURS = 10 * 24
const NAMES = /De Linde|Barn 1|Dorpsstraat/

let app: TestApp
let admin: TestUser
let owner: TestUser
let researcher: TestUser
beforeAll(async () => {
  app = await startTestApp({ now: NOW })
  admin = await aFirstUser(app)
  owner = await aUser(app)
  researcher = await aUser(app)
})
afterAll(() => app.close())

const get = (url: string, token?: string) =>
  app.inject({ url, headers: token === undefined ? {} : { authorization: `Bearer ${token}` } })

/** A project with a version that is ready. */
const aVersion = async (
  more: object = {},
  prepare?: (project: Awaited<ReturnType<typeof aSharedProject>>) => Promise<unknown>,
) => {
  const project = await aSharedProject(app, { owner, researcher })
  await prepare?.(project)
  const { params, version } = project
  const { id } = await app.call(api.createSnapshot, { params, body: { ...version, ...more } }, researcher.token)
  await makeSnapshots(app.services)
  const list = () => app.call(api.listSnapshots, { params }, researcher.token)
  const one = async () => (await list()).find(snapshot => snapshot.id === id)
  const download = (token?: string) => get(`/api/snapshots/${id}/file`, token)
  const filesOf = async () => unzipSync((await download(researcher.token)).rawPayload)
  return { ...project, id, list, one, download, filesOf }
}

const jsonOfFile = (file: Uint8Array | undefined) => JSON.parse(textOf(file))

const validatorOf = (standard: string) => {
  const ajv = new Ajv({ strict: false, validateFormats: true })
  addFormats.default(ajv)
  return ajv.compile(JSON.parse(readFileSync(join('tests/standards', `${standard}.json`), 'utf8')))
}

describe('a frozen version', () => {
  test('holds what was agreed to, and nothing else, in two formats', async () => {
    const { one, filesOf, device, location } = await aVersion()
    const version = await one()
    expect(version).toMatchObject({ status: 'ready', version: 1, values: 2 * HOURS, devices: 1, locations: 1 })
    expect(version?.measurements).toEqual(['t', 'h'])
    const files = await filesOf()
    const [head, ...lines] = linesOf(textOf(files['data/values.csv']))
    expect(head).toBe('time,device,name,location,area,t_degC,h_pct')
    expect(lines).toHaveLength(HOURS)
    expect(lines[0]).toMatch(
      new RegExp(
        `^2025-01-10T01:00:00\\+01:00,Device ${device.id},Device ${device.id},Location ${location.id},Area \\d+,0,50$`,
      ),
    )
    const rows = await parquetRows(app, Buffer.from(files['data/values.parquet'] ?? []))
    expect(rows).toHaveLength(HOURS)
    expect(rows[0]).toMatchObject({ device: `Device ${device.id}`, t_degC: 0, h_pct: 50 })
    for (const [path, bytes] of Object.entries(files))
      expect([path, textOf(bytes)]).toEqual([path, expect.not.stringMatching(NAMES)])
  })

  test('holds the same rows in both formats, empty where nothing was measured, and counts the values of the file', async () => {
    const { one, filesOf } = await aVersion({}, async ({ device, at }) => {
      const from = new Date(Date.parse(at(-3)) + 30 * 60_000).toISOString()
      await someMeasurements(app, device, {
        from,
        until: at(0),
        everySeconds: 3600,
        measurement: 't',
        value: n => n / 7,
      })
      await aFault(app, device, { measurement: 'h', start: at(-6), end: at(-5) })
    })
    const files = await filesOf()
    const lines = linesOf(textOf(files['data/values.csv'])).slice(1)
    const rows = await parquetRows(app, Buffer.from(files['data/values.parquet'] ?? []))
    expect(Object.keys(rows[0] ?? {}).join()).toBe('time,utc_offset_minutes,device,name,location,area,t_degC,h_pct')
    const cells = rows.map(({ time, device, name, location, area, t_degC, h_pct }) => [
      new Date(`${time}Z`).getTime(),
      ...[device, name, location, area, t_degC ?? '', h_pct ?? ''].map(String),
    ])
    expect(lines.map(line => line.split(',')).map(([time = '', ...rest]) => [Date.parse(time), ...rest])).toEqual(cells)
    expect(lines).toHaveLength(HOURS + 3 * 24)
    const counts = { t: HOURS + 3 * 24, h: HOURS - 25 }
    expect(await one()).toMatchObject({ values: counts.t + counts.h })
    const coverage = linesOf(textOf(files['data/coverage.csv'])).slice(1)
    expect(coverage.map(line => line.split(',').slice(4, 6).join())).toEqual([`t,${counts.t}`, `h,${counts.h}`])
    expect(textOf(files['data/values.parquet'])).not.toContain('line_of_csv')
  })

  test('has a checksum, which each download has, too', async () => {
    const { one, download, id } = await aVersion()
    const [first, again] = [await download(researcher.token), await download(researcher.token)]
    const sha256 = createHash('sha256').update(first.rawPayload).digest('hex')
    expect(await one()).toMatchObject({ sha256, bytes: first.rawPayload.length })
    expect(again.rawPayload.equals(first.rawPayload)).toBe(true)
    expect(first.headers['repr-digest']).toBe(`sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`)
    const { path } = await app.call(api.createSnapshotLink, { params: { id } }, researcher.token)
    expect((await get(path)).rawPayload.equals(first.rawPayload)).toBe(true)
    app.clock.forward(6 * 60_000)
    expect((await get(path)).statusCode).toBe(404)
    app.clock.forward(-6 * 60_000)
    expect((await get(path.replace(/ticket=\d+/, 'ticket=1'))).statusCode).toBe(404)
  })

  test('describes itself as the standards want it', async () => {
    const { filesOf } = await aVersion({}, async ({ device, at }) => {
      await app.call(
        api.createCalibration,
        { body: { device_id: device.id, measurement: 't', method: 'manual', offset: 0.5, valid_from: at(-5) } },
        owner.token,
      )
      await aFault(app, device, { measurement: 't', start: at(-3), end: at(-2) })
    })
    const files = await filesOf()
    const descriptor = jsonOfFile(files['datapackage.json'])
    const isDataPackage = validatorOf('data-package-2.0')
    expect(isDataPackage(descriptor), JSON.stringify(isDataPackage.errors)).toBe(true)
    for (const { path, hash, bytes, schema, format } of descriptor.resources) {
      const file = files[path] ?? new Uint8Array()
      expect([path, hash, bytes]).toEqual([
        path,
        `sha256:${createHash('sha256').update(file).digest('hex')}`,
        file.length,
      ])
      const head = schema.fields.map(({ name }: { name: string }) => name).join()
      if (format === 'csv') expect(linesOf(textOf(file))[0]).toBe(head)
    }
    const [values] = descriptor.resources
    expect(values.schema.fields).toContainEqual(
      expect.objectContaining({ name: 't_degC', type: 'number', unitCode: 'Cel', standardName: 'air_temperature' }),
    )
    expectCrate(jsonOfFile(files['ro-crate-metadata.json']), Object.keys(files))
    const isCitation = validatorOf('citation-file-format-1.2.0')
    const citation = parse(textOf(files['CITATION.cff']))
    expect(isCitation(citation), JSON.stringify(isCitation.errors)).toBe(true)
    expect(citation).toMatchObject({ title: 'Winter air in one barn', version: '1', license: 'CC-BY-4.0' })
    expect(textOf(files['citation.bib'])).toMatch(
      /^@misc\{researcher2025v1,\n {2}title = \{\{Winter air in one barn\}\}/,
    )
    expect(textOf(files['LICENSE.txt'])).toContain('CC-BY-4.0')
    expect(linesOf(textOf(files['data/calibrations.csv'])).slice(1)).toEqual([
      expect.stringMatching(/^Device \d+,t,2025-01-15T00:00:00.000Z,2025-01-20T00:00:00.000Z,0.5,°C$/),
    ])
    expect(linesOf(textOf(files['data/left-out.csv'])).slice(1)).toEqual([
      expect.stringMatching(/^Device \d+,t,\w+,2025-01-17T00:00:00.000Z,2025-01-18T00:00:00.000Z$/),
    ])
    const coverage = linesOf(textOf(files['data/coverage.csv'])).slice(1)
    expect(coverage.map(line => line.split(',').slice(4).join())).toEqual([`t,${HOURS - 25},1`, `h,${HOURS},1`])
    const readme = textOf(files['README.md'])
    for (const heading of [
      'How to cite',
      'Licence',
      'Methods',
      'Calibrations',
      'Periods left out',
      'Coverage',
      'Consent',
    ])
      expect(readme).toContain(`## ${heading}`)
  })

  test('says days as the clocks of its places have them, and counts devices with values, as its preview does', async () => {
    const scope = { from: '2025-01-09T23:00:00.000Z', until: '2025-01-19T23:00:00.000Z' }
    const { one, filesOf, params, version } = await aVersion(scope, async ({ location, params: { id }, at }) => {
      const silent = await aPlacement(app, owner, await aDevice(app, owner), location, { start: at(-14) })
      await app.services.db
        .updateTable('location_research')
        .set({ research_id: id })
        .where('id', '=', silent.id)
        .execute()
    })
    const preview = await app.call(api.previewSnapshot, { params, body: { ...version, ...scope } }, researcher.token)
    expect([preview.devices, (await one())?.devices]).toEqual([1, 1])
    const readme = textOf((await filesOf())['README.md'])
    expect(readme).toContain('2025-01-10 to 2025-01-19:')
    expect(readme).toContain(' of 1 devices at 1 locations')
    expect(readme).toContain('Every value that was shared and not doubtful is included once')
  })

  test('speaks the language of who froze it', async () => {
    const { params, version } = await aSharedProject(app, { owner, researcher })
    const { id } = await app.call(api.createSnapshot, { params, body: version }, researcher.token, 'de')
    await makeSnapshots(app.services)
    const files = unzipSync((await get(`/api/snapshots/${id}/file`, researcher.token)).rawPayload)
    expect(textOf(files['README.md'])).toContain('## Abdeckung')
    expect(linesOf(textOf(files['data/values.csv']))[1]).toContain('Gerät')
  })

  test('keeps means when these are asked for', async () => {
    const { one, filesOf } = await aVersion({ step_seconds: 3600, measurements: ['t'] })
    expect(await one()).toMatchObject({ step_seconds: 3600, measurements: ['t'], values: HOURS })
    expect(textOf((await filesOf())['README.md'])).toContain('means over 60 minutes')
  })

  test('stays as it was when somebody says no, and says so; the next one ends there', async () => {
    const { say, at, list, one, download, location, params, version } = await aVersion({}, async () => {})
    const before = (await download(researcher.token)).rawPayload
    app.clock.forward(2 * 86_400_000)
    await expect(say('no', at(-1), { measurements: ['t', 'h'] })).rejects.toMatchObject({ status: 422 })
    await say('no', at(0), { measurements: ['t', 'h'] })
    expect((await one())?.ended).toEqual([{ location: `Location ${location.id}`, from: at(0) }])
    expect((await download(researcher.token)).rawPayload.equals(before)).toBe(true)
    const later = { ...version, from: at(-2), until: at(2) }
    await app.call(api.createSnapshot, { params, body: later }, researcher.token)
    await makeSnapshots(app.services)
    const [second] = await list()
    expect(second).toMatchObject({ version: 2, values: 2 * 48, ended: [] })
    app.clock.forward(-2 * 86_400_000)
  })

  test('is listed without its content, which may be large', async () => {
    const { id, one } = await aVersion()
    const before = await one()
    await app.services.db.updateTable('research_snapshots').set({ content: null }).where('id', '=', id).execute()
    expect(await one()).toEqual(before)
  })

  test('stands in the ledger, and each download of it', async () => {
    const { download, params, at } = await aVersion()
    await download(researcher.token)
    const reads = await app.call(api.listConsentReads, { params, query: {} }, owner.token)
    expect(reads.map(({ kind }) => kind)).toEqual(['downloaded', 'frozen'])
    expect(reads[1]).toMatchObject({ from: at(-10), until: at(0), measurements: ['h', 't'].toSorted().toReversed() })
  })

  test('is not made where nobody agreed, of too much, or of a period that ends first', async () => {
    const { params, version, at } = await aSharedProject(app, { owner, researcher })
    const freeze = (more: object) =>
      app.call(api.createSnapshot, { params, body: { ...version, ...more } }, researcher.token)
    await expect(freeze({ from: at(-14), until: at(-10) })).rejects.toMatchObject({
      status: 422,
      errors: { from: [expect.stringContaining('share nothing')] },
    })
    await expect(freeze({ measurements: ['co2'] })).rejects.toMatchObject({ status: 422 })
    await expect(freeze({ measurements: ['nonsense'] })).rejects.toMatchObject({
      errors: { measurements: [expect.anything()] },
    })
    await expect(freeze({ from: at(0), until: at(-1) })).rejects.toMatchObject({
      errors: { until: [expect.anything()] },
    })
    await expect(freeze({ authors: [] })).rejects.toMatchObject({ status: 422 })
    await freeze({})
    await freeze({})
    await expect(freeze({})).rejects.toMatchObject({ code: 'limit_exceeded' })
    await makeSnapshots(app.services)
  })

  test('says how much it would be', async () => {
    const { params, version } = await aSharedProject(app, { owner, researcher })
    const preview = await app.call(api.previewSnapshot, { params, body: version }, researcher.token)
    expect(preview).toMatchObject({ values: 2 * HOURS, devices: 1, locations: 1, days: 10, measurements: ['t', 'h'] })
    await expect(app.call(api.previewSnapshot, { params, body: version }, owner.token)).rejects.toMatchObject({
      status: 403,
    })
  })
})

/** Rules of RO-Crate 1.1 that every crate keeps (https://www.researchobject.org/ro-crate/specification/1.1/). */
const expectCrate = (crate: { '@context': string; '@graph': Record<string, unknown>[] }, paths: string[]) => {
  expect(crate['@context']).toBe('https://w3id.org/ro/crate/1.1/context')
  const byId = new Map(crate['@graph'].map(entity => [entity['@id'], entity]))
  expect(byId.size).toBe(crate['@graph'].length)
  expect(byId.get('ro-crate-metadata.json')).toEqual({
    '@id': 'ro-crate-metadata.json',
    '@type': 'CreativeWork',
    conformsTo: { '@id': 'https://w3id.org/ro/crate/1.1' },
    about: { '@id': './' },
  })
  const root = byId.get('./') as Record<string, { '@id': string } & { '@id': string }[]>
  for (const name of ['name', 'description', 'datePublished', 'license']) expect(root).toHaveProperty(name)
  expect(byId.get(root.license?.['@id'])).toMatchObject({ '@type': 'CreativeWork', name: expect.any(String) })
  const references = (value: unknown): string[] =>
    Array.isArray(value)
      ? value.flatMap(references)
      : typeof value === 'object' && value !== null && '@id' in value
        ? [String(value['@id'])]
        : []
  for (const entity of crate['@graph']) {
    expect(entity['@type'], String(entity['@id'])).toBeDefined()
    for (const [name, value] of Object.entries(entity))
      if (name !== 'conformsTo') for (const id of references(value)) expect(byId.has(id), `${name} ${id}`).toBe(true)
  }
  const parts = references(root.hasPart)
  expect(parts.toSorted()).toEqual(paths.filter(path => path !== 'ro-crate-metadata.json').toSorted())
}

describe('who may', () => {
  test('freeze and publish: who leads the project; download: who reads it; see that it is: who sees the project', async () => {
    const { id, params, version, download, one } = await aVersion()
    const [reader, stranger] = [await aUser(app), await aUser(app)]
    await app.services.db
      .insertInto('research_people')
      .values({ research_id: params.id, email: reader.email, added_by: researcher.id })
      .execute()
    for (const person of [reader, owner]) {
      const [seen] = await app.call(api.listSnapshots, { params }, person.token)
      expect(seen?.may).toEqual(person === reader ? ['download'] : [])
      await expect(app.call(api.createSnapshot, { params, body: version }, person.token)).rejects.toMatchObject({
        status: 403,
      })
      await expect(app.call(api.deleteSnapshot, { params: { id } }, person.token)).rejects.toMatchObject({
        status: 403,
      })
      await expect(
        app.call(api.publishSnapshot, { params: { id }, body: { published: true, download: true } }, person.token),
      ).rejects.toMatchObject({ status: 403 })
    }
    expect((await one())?.may).toEqual(['download', 'publish', 'delete'])
    expect((await download(reader.token)).statusCode).toBe(200)
    expect((await download(admin.token)).statusCode).toBe(200)
    expect((await download(owner.token)).statusCode).toBe(403)
    expect((await download(stranger.token)).statusCode).toBe(404)
    expect((await download()).statusCode).toBe(404)
    await expect(app.call(api.createSnapshotLink, { params: { id } }, owner.token)).rejects.toMatchObject({
      status: 403,
    })
  })

  test('download with a ticket: nobody whose account is suspended meanwhile', async () => {
    const { id, params } = await aVersion()
    const reader = await aUser(app)
    await app.services.db
      .insertInto('research_people')
      .values({ research_id: params.id, email: reader.email, added_by: researcher.id })
      .execute()
    const { path } = await app.call(api.createSnapshotLink, { params: { id } }, reader.token)
    expect((await get(path)).statusCode).toBe(200)
    await app.call(api.changeAccount, { params: { id: reader.id }, body: { suspended: true } }, admin.token)
    expect((await get(path)).statusCode).toBe(404)
  })

  test('see its page: nobody, until it is published; download from it only where the project allows', async () => {
    const { id, params, location } = await aVersion()
    const page = () => get(`/api/published/${id}`)
    const file = () => get(`/api/published/${id}/file`)
    const publish = (published: boolean, download: boolean) =>
      app.call(api.publishSnapshot, { params: { id }, body: { published, download } }, researcher.token)
    expect((await page()).statusCode).toBe(404)
    expect((await file()).statusCode).toBe(404)
    await publish(true, false)
    const seen = (await page()).json()
    expect(seen).toMatchObject({
      title: 'Winter air in one barn',
      licence: 'CC-BY-4.0',
      download: false,
      values: 2 * HOURS,
    })
    expect(seen.places).toEqual([
      { location: `Location ${location.id}`, lat: expect.any(Number), lon: expect.any(Number) },
    ])
    expect(Math.abs(seen.places[0].lat - 51.4416)).toBeGreaterThan(0)
    expect(seen.coverage).toHaveLength(2)
    expect(JSON.stringify(seen)).not.toMatch(NAMES)
    expect(JSON.stringify(seen)).not.toContain(owner.email)
    expect((await file()).statusCode).toBe(404)
    await publish(true, true)
    expect((await file()).statusCode).toBe(200)
    const reads = await app.call(api.listConsentReads, { params, query: {} }, owner.token)
    expect(reads.map(({ kind }) => kind)).toEqual(['published', 'frozen'])
    await expect(app.call(api.deleteSnapshot, { params: { id } }, researcher.token)).rejects.toMatchObject({
      status: 409,
    })
    const [version] = await app.call(api.listSnapshots, { params }, researcher.token)
    expect(version).toMatchObject({ public_download: true, downloads: 1, may: ['download', 'publish'] })
    await publish(false, true)
    expect((await page()).statusCode).toBe(404)
    expect((await file()).statusCode).toBe(404)
  })
})

describe('a deleted place', () => {
  test.each(['location', 'area'] as const)('is frozen no more: nobody could say no there (%s)', async kind => {
    const { params, version, location, placement } = await aSharedProject(app, { owner, researcher })
    const preview = () => app.call(api.previewSnapshot, { params, body: version }, researcher.token)
    expect((await preview()).values).toBe(2 * HOURS)
    const { id } = await app.call(api.createSnapshot, { params, body: version }, researcher.token)
    if (kind === 'location') await app.call(api.deleteLocation, { params: { id: location.id } }, owner.token)
    else await app.call(api.deleteArea, { params: { id: placement.area_id } }, owner.token)
    expect((await preview()).values).toBe(0)
    await makeSnapshots(app.services)
    const [row] = await app.call(api.listSnapshots, { params }, researcher.token)
    expect(row).toMatchObject({ id, status: 'failed', bytes: 0 })
  })
})

describe('the file', () => {
  test('that is lost or changed is told, and not made again', async () => {
    const { id, download, one, params } = await aVersion()
    const kindsRead = async () =>
      (await app.call(api.listConsentReads, { params, query: {} }, owner.token)).map(({ kind }) => kind)
    const before = await kindsRead()
    const { file } = await app.services.db
      .selectFrom('research_snapshots')
      .select('file')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const bytes = await app.services.files.read(file ?? '')
    await app.services.files.write(file ?? '', Buffer.from('something else'))
    expect((await download(researcher.token)).json()).toMatchObject({ code: 'file_damaged' })
    expect(await kindsRead()).toEqual(before)
    expect(await one()).toMatchObject({ damage: 'changed', status: 'ready' })
    // Read whole again only after ten minutes: a damaged file costs no more than one that is well.
    const open = vi.spyOn(app.services.files, 'open')
    expect((await download(researcher.token)).json()).toMatchObject({ code: 'file_damaged' })
    expect(open).not.toHaveBeenCalled()
    open.mockRestore()
    await app.services.files.remove(file ?? '')
    app.clock.forward(11 * 60_000)
    expect((await download(researcher.token)).json()).toMatchObject({ code: 'file_damaged' })
    await makeSnapshots(app.services)
    expect(await one()).toMatchObject({ damage: 'lost' })
    // Brought back from a backup, it is found to be the same again ten minutes later.
    await app.services.files.write(file ?? '', bytes ?? Buffer.alloc(0))
    app.clock.forward(11 * 60_000)
    expect((await download(researcher.token)).statusCode).toBe(200)
    expect(await one()).toMatchObject({ damage: null })
    app.clock.forward(-22 * 60_000)
  })

  test('that many ask for at once is read once for its checksum', async () => {
    const { download } = await aVersion()
    const open = vi.spyOn(app.services.files, 'open')
    const answers = await Promise.all(Array.from({ length: 5 }, () => download(researcher.token)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
    expect(open).toHaveBeenCalledTimes(1 + 5)
    open.mockRestore()
  })

  test('is not read, and not counted as a download, for who asks for its headers', async () => {
    const { id, one, download } = await aVersion()
    const body = { published: true, download: true }
    await app.call(api.publishSnapshot, { params: { id }, body }, researcher.token)
    const open = vi.spyOn(app.services.files, 'open')
    const answer = await app.inject({ method: 'HEAD', url: `/api/published/${id}/file` })
    expect(answer.statusCode).toBe(200)
    expect(open).not.toHaveBeenCalled()
    open.mockRestore()
    expect(answer.headers['content-length']).toBe(String((await one())?.bytes))
    expect(answer.headers['repr-digest']).toBe((await download(researcher.token)).headers['repr-digest'])
    expect(await one()).toMatchObject({ downloads: 0 })
  })

  test('that was found whole is read once for each download, and looked at again after ten minutes', async () => {
    const { download } = await aVersion()
    const { files } = app.services
    const open = vi.spyOn(files, 'open')
    const opened = async () => {
      open.mockClear()
      expect((await download(researcher.token)).statusCode).toBe(200)
      return open.mock.calls.length
    }
    await opened()
    expect(await opened()).toBe(1)
    app.clock.forward(11 * 60_000)
    expect(await opened()).toBe(2)
    app.clock.forward(-11 * 60_000)
    open.mockRestore()
  })

  test('of a version that is deleted goes, and its number is not given again', async () => {
    const { id, params, version, list } = await aVersion()
    const { file } = await app.services.db
      .selectFrom('research_snapshots')
      .select('file')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await app.call(api.deleteSnapshot, { params: { id } }, researcher.token)
    await forgetSnapshots(app.services)
    expect(await app.services.files.read(file ?? '')).toBeNull()
    expect(await list()).toEqual([])
    const next = await app.call(api.createSnapshot, { params, body: version }, researcher.token)
    expect(next.version).toBe(2)
    await makeSnapshots(app.services)
  })

  test('of a deleted project goes, unless it is published: that stays for those who cited it', async () => {
    const { id, params, version } = await aVersion()
    const other = await app.call(api.createSnapshot, { params, body: version }, researcher.token)
    await makeSnapshots(app.services)
    const body = { published: true, download: true }
    await app.call(api.publishSnapshot, { params: { id }, body }, researcher.token)
    await app.call(api.deleteResearch, { params }, researcher.token)
    await forgetSnapshots(app.services)
    expect((await get(`/api/published/${id}/file`)).statusCode).toBe(200)
    const rows = await app.services.db
      .selectFrom('research_snapshots')
      .select('id')
      .where('id', 'in', [id, other.id])
      .execute()
    expect(rows).toEqual([{ id }])
    const withdrawn = { published: false, download: false }
    await expect(app.call(api.publishSnapshot, { params: { id }, body: withdrawn }, owner.token)).rejects.toMatchObject(
      { status: 404 },
    )
    await app.call(api.publishSnapshot, { params: { id }, body: withdrawn }, researcher.token)
  })
})

describe('a published version of a deleted project', () => {
  test('is listed for who published it alone, closes its page there, and is gone for good then', async () => {
    const { id, params } = await aVersion()
    const [leader, stranger] = [researcher, await aUser(app)]
    const left = (user: TestUser) => app.call(api.listLeftSnapshots, {}, user.token)
    const idsOf = async (user: TestUser) => (await left(user)).map(version => version.id)
    const publish = (published: boolean, user: TestUser) =>
      app.call(api.publishSnapshot, { params: { id }, body: { published, download: true } }, user.token)
    await publish(true, leader)
    expect(await idsOf(leader)).not.toContain(id)
    await app.call(api.deleteResearch, { params }, leader.token)
    expect((await left(leader)).filter(version => version.id === id)).toMatchObject([
      { title: 'Winter air in one barn', version: 1, public_download: true, may: expect.arrayContaining(['publish']) },
    ])
    for (const other of [stranger, owner, admin]) expect(await idsOf(other)).not.toContain(id)
    await expect(publish(false, stranger)).rejects.toMatchObject({ status: 404 })
    expect((await get(`/api/published/${id}`)).statusCode).toBe(200)
    await publish(false, leader)
    expect(await idsOf(leader)).not.toContain(id)
    expect((await get(`/api/published/${id}`)).statusCode).toBe(404)
    expect((await get(`/api/published/${id}/file`)).statusCode).toBe(404)
    const ofId = () =>
      app.services.db.selectFrom('research_snapshots').select('file').where('id', '=', id).executeTakeFirst()
    const { file } = (await ofId()) ?? {}
    await forgetSnapshots(app.services)
    expect(await ofId()).toBeUndefined()
    expect(await app.services.files.read(file ?? '')).toBeNull()
    await expect(publish(true, leader)).rejects.toMatchObject({ status: 404 })
  })
})

test('a published version of the demo farm goes with the farm, that of another project stays', async () => {
  const [demo, other] = [await aVersion(), await aVersion()]
  const body = { published: true, download: true }
  for (const { id } of [demo, other]) await app.call(api.publishSnapshot, { params: { id }, body }, researcher.token)
  await app.services.db.updateTable('research').set({ demo: 1 }).where('id', '=', demo.params.id).execute()
  await app.call(api.removeDemo, {}, admin.token)
  expect((await get(`/api/published/${demo.id}`)).statusCode).toBe(404)
  expect((await get(`/api/published/${demo.id}/file`)).statusCode).toBe(404)
  expect((await get(`/api/published/${other.id}`)).statusCode).toBe(200)
  await forgetSnapshots(app.services)
  const { db } = app.services
  const left = await db.selectFrom('research_snapshots').select('id').where('id', 'in', [demo.id, other.id]).execute()
  expect(left).toEqual([{ id: other.id }])
})

describe('its making', () => {
  test('survives the death of its process, and fails for good after three', async () => {
    const { params, version } = await aSharedProject(app, { owner, researcher })
    const { id } = await app.call(api.createSnapshot, { params, body: version }, researcher.token)
    const one = async () => (await app.call(api.listSnapshots, { params }, researcher.token)).find(row => row.id === id)
    const die = (tries: number) =>
      app.services.db
        .updateTable('research_snapshots')
        .set({ status: 'running', tries, taken_until: app.clock.iso(60_000) })
        .where('id', '=', id)
        .execute()
    await die(1)
    await makeSnapshots(app.services)
    expect(await one()).toMatchObject({ status: 'running' })
    app.clock.forward(61_000)
    await makeSnapshots(app.services)
    expect(await one()).toMatchObject({ status: 'ready' })
    await die(3)
    app.clock.forward(61_000)
    await makeSnapshots(app.services)
    expect(await one()).toMatchObject({ status: 'failed', may: ['delete'] })
  })

  test('leaves the file of another process alone once its hold is lost', async () => {
    const { params, version } = await aSharedProject(app, { owner, researcher })
    const { id } = await app.call(api.createSnapshot, { params, body: version }, researcher.token)
    const { files } = app.services
    const names: string[] = []
    const writeFrom = async (name: string, path: string): Promise<void> => {
      names.push(name)
      // The writing is held up so long that another process takes the version, and makes it.
      app.clock.forward(61_000)
      await makeSnapshots(app.services)
      await files.writeFrom(name, path)
    }
    await makeSnapshots({ ...app.services, files: { ...files, writeFrom } })
    const [row] = await app.call(api.listSnapshots, { params }, researcher.token)
    expect(row).toMatchObject({ id, status: 'ready' })
    const download = await get(`/api/snapshots/${id}/file`, researcher.token)
    expect(createHash('sha256').update(download.rawPayload).digest('hex')).toBe(row?.sha256)
    expect(names).toHaveLength(1)
    expect(await files.read(names[0] ?? '')).toBeNull()
  })

  test('stands in the ledger once, however often it is tried', async () => {
    const { params, version } = await aSharedProject(app, { owner, researcher })
    const { id } = await app.call(api.createSnapshot, { params, body: version }, researcher.token)
    const { files } = app.services
    const names: string[] = []
    const writeFrom = async (name: string, path: string): Promise<void> => {
      names.push(name)
      await files.writeFrom(name, path)
      throw new Error('the store went away')
    }
    for (let tries = 0; tries < 2; tries++) {
      await makeSnapshots({ ...app.services, files: { ...files, writeFrom } })
      app.clock.forward(61_000)
    }
    await makeSnapshots(app.services)
    const [row] = await app.call(api.listSnapshots, { params }, researcher.token)
    expect(row).toMatchObject({ id, status: 'ready' })
    expect(new Set(names).size).toBe(2)
    for (const name of names) expect(await files.read(name)).toBeNull()
    const noted = () =>
      app.services.db.selectFrom('research_reads').select('kind').where('research_id', '=', params.id).execute()
    expect(await noted()).toEqual([{ kind: 'frozen' }])
    // Another version of the same data is another read of it.
    await app.call(api.createSnapshot, { params, body: version }, researcher.token)
    await makeSnapshots(app.services)
    expect(await noted()).toHaveLength(2)
  })

  test('puts nothing into a version that an owner takes back before it begins', async () => {
    const { params, version, say, at } = await aSharedProject(app, { owner, researcher })
    const { id } = await app.call(api.createSnapshot, { params, body: version }, researcher.token)
    await say('no', at(-10), { measurements: ['t', 'h'] })
    await makeSnapshots(app.services)
    const [row] = await app.call(api.listSnapshots, { params }, researcher.token)
    expect(row).toMatchObject({ id, status: 'failed', bytes: 0 })
  })
})
