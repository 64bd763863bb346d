import { createHash } from 'node:crypto'
import { unzipSync } from 'fflate'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { api } from '#shared/contract/index.ts'
import { type DepositProblem, REPOSITORY_KINDS } from '#shared/rules/research/deposits.ts'
import {
  aRepository,
  type Fault,
  REPOSITORY_TOKEN,
  type Step,
  type TestRepository,
} from '../../testing/a-repository.ts'
import { aSharedProject } from '../../testing/a-shared-project.ts'
import { aFirstUser, aUser, type TestUser } from '../../testing/a-user.ts'
import { textOf } from '../../testing/export-file.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { makeSnapshots } from '../make-snapshots.ts'
import { sendDeposits } from './send-deposits.ts'

const NOW = Date.parse('2025-01-20T12:00:00Z')

let app: TestApp
let owner: TestUser
let researcher: TestUser
let admin: TestUser
beforeAll(async () => {
  app = await startTestApp({ now: NOW, environment: { ALLOW_PRIVATE_ADDRESSES: 'true' } })
  admin = await aFirstUser(app)
  owner = await aUser(app)
})
afterAll(() => app.close())

const repositories: TestRepository[] = []
afterEach(async () => {
  for (const repository of repositories.splice(0)) await repository.stop()
})

/** A project with a version that is ready, and a repository to deposit it in; `researcher` leads it from then on. */
const aVersion = async (kind: 'zenodo' | 'dataverse', { token = REPOSITORY_TOKEN } = {}) => {
  const repository = await aRepository(kind)
  repositories.push(repository)
  researcher = await aUser(app)
  const project = await aSharedProject(app, { owner, researcher })
  const freeze = async () => {
    const { params, version } = project
    const { id } = await app.call(api.createSnapshot, { params, body: version }, researcher.token)
    await makeSnapshots(app.services)
    return id
  }
  const id = await freeze()
  const body = { kind, url: repository.origin, token, ...(kind === 'dataverse' ? { collection: 'barns' } : {}) }
  const saved = await app.call(api.saveRepository, { body }, researcher.token)
  const deposit = (publish: boolean, of = id) =>
    app.call(api.createDeposit, { params: { id: of }, body: { repository_id: saved.id, publish } }, researcher.token)
  const version = async (of = id) => {
    const list = await app.call(api.listSnapshots, { params: project.params }, researcher.token)
    return list.find(one => one.id === of)
  }
  /** State of the deposit after so many looks, each once a minute. */
  const sent = async (looks = 1) => {
    for (let look = 0; look < looks; look++) {
      await sendDeposits(app.services)
      app.clock.forward(61_000)
    }
    const [state] = (await version())?.deposits ?? []
    if (!state) throw new Error('no deposit')
    return state
  }
  return { ...project, repository, saved, id, freeze, deposit, version, sent }
}

const fileOf = async (id: number) => {
  const { rawPayload } = await app.inject({
    url: `/api/snapshots/${id}/file`,
    headers: { authorization: `Bearer ${researcher.token}` },
  })
  return rawPayload
}

describe.each(REPOSITORY_KINDS)('a version in a repository like %s', kind => {
  test('is made there, sent with its bytes and published, once', async () => {
    const { repository, deposit, sent, id, version } = await aVersion(kind)
    expect((await deposit(true)).deposits).toMatchObject([{ status: 'waiting', doi: null }])
    await expect(deposit(true)).rejects.toMatchObject({ status: 422, errors: { repository_id: [expect.any(String)] } })
    const state = await sent()
    const [dataset] = repository.datasets
    if (!dataset) throw new Error('nothing was made there')
    expect(state).toMatchObject({ status: 'published', doi: dataset.doi, problem: null })
    expect(repository.datasets).toHaveLength(1)
    expect(repository.steps.filter(step => step !== 'read')).toEqual(['create', 'upload', 'publish'])
    const bytes = await fileOf(id)
    expect(dataset.files.map(({ bytes: kept }) => createHash('sha256').update(kept).digest('hex'))).toEqual([
      createHash('sha256').update(bytes).digest('hex'),
    ])
    const one = await version()
    expect(one?.doi).toBe(dataset.doi)
    expect(one?.citation.text).toContain(`https://doi.org/${dataset.doi}`)
    expect(one?.citation.bibtex).toContain(`doi = {${dataset.doi}}`)
    expect(JSON.stringify(dataset.sent)).not.toMatch(/De Linde|Barn 1|Dorpsstraat/)
  })

  test('stays a draft where nobody asked to publish, and is published when somebody does', async () => {
    const { repository, deposit, sent, params, version } = await aVersion(kind)
    await deposit(false)
    const draft = await sent()
    expect(draft).toMatchObject({ status: 'draft', doi: expect.stringMatching(/^10\./) })
    expect((await version())?.doi).toBeNull()
    const kinds = async () =>
      new Set((await app.call(api.listConsentReads, { params, query: {} }, owner.token)).map(({ kind: read }) => read))
    expect(await kinds()).toEqual(new Set(['frozen', 'downloaded']))
    await app.call(api.retryDeposit, { params: { id: draft.id }, body: { publish: true } }, researcher.token)
    expect(await sent()).toMatchObject({ status: 'published' })
    expect(await kinds()).toEqual(new Set(['frozen', 'downloaded', 'published']))
    expect(repository.steps.filter(step => step === 'upload' || step === 'create')).toEqual(['create', 'upload'])
  })

  test.each<[Step, Fault]>([
    ['create', 'lost'],
    ['create', 'down'],
    ['create', 'busy'],
    ['create', 'rubbish'],
    ['upload', 'lost'],
    ['upload', 'down'],
    ['upload', 'busy'],
    ['publish', 'lost'],
    ['publish', 'busy'],
  ])('goes on after %s was %s, and there is one data set', async (step, fault) => {
    const { repository, deposit, sent } = await aVersion(kind)
    await deposit(true)
    repository.fail(step, fault)
    const first = await sent()
    if (fault === 'rubbish') {
      expect(first).toMatchObject({ status: 'failed', problem: 'unexpected_answer' })
      await app.call(api.retryDeposit, { params: { id: first.id }, body: { publish: true } }, researcher.token)
      app.clock.forward(61_000)
    }
    expect(await sent(2)).toMatchObject({ status: 'published' })
    expect(repository.datasets).toHaveLength(1)
    expect(repository.datasets[0]?.files).toHaveLength(1)
    expect(repository.datasets[0]?.isPublished).toBe(true)
  })

  test.each<[Step, Fault, DepositProblem]>([
    ['create', 'refused', 'refused'],
    ['upload', 'refused', 'refused'],
    ['upload', 'other_bytes', 'checksum'],
    ['publish', 'refused', 'refused'],
  ])('failed where %s was %s, says why, and goes on when somebody wants', async (step, fault, problem) => {
    const { repository, deposit, sent } = await aVersion(kind)
    await deposit(true)
    repository.fail(step, fault)
    const failed = await sent()
    expect(failed).toMatchObject({ status: 'failed', problem })
    if (fault === 'refused') expect(failed.refusal).toBe('Not like this <b>')
    // The wrong file is taken away there by hand.
    if (fault === 'other_bytes') for (const dataset of repository.datasets) dataset.files = []
    await app.call(api.retryDeposit, { params: { id: failed.id }, body: { publish: true } }, researcher.token)
    expect(await sent(2)).toMatchObject({ status: 'published', problem: null })
    expect(repository.datasets).toHaveLength(1)
  })

  test('a process that was killed after any step leaves nothing that is done twice', async () => {
    const { repository, deposit, sent } = await aVersion(kind)
    await deposit(true)
    const { id } = await sent()
    const done = repository.steps.length
    for (const remote_id of [null, repository.datasets[0]?.id ?? null]) {
      const rewound = { status: 'running' as const, taken_until: '', tries: 1, remote_id, doi: null, is_begun: 1 }
      await app.services.db.updateTable('research_deposits').set(rewound).where('id', '=', id).execute()
      expect(await sent()).toMatchObject({ status: 'published', doi: repository.datasets[0]?.doi })
    }
    expect(repository.datasets).toHaveLength(1)
    expect(repository.steps.slice(done).filter(step => !['find', 'read'].includes(step))).toEqual([])
  })

  test('a token that is refused is told; another one goes on', async () => {
    const { repository, deposit, sent, saved } = await aVersion(kind, { token: 'another-token' })
    await deposit(true)
    const failed = await sent()
    expect(failed).toMatchObject({ status: 'failed', problem: 'token_refused' })
    const { url, collection } = saved
    const body = { kind, url, token: REPOSITORY_TOKEN, ...(collection ? { collection } : {}) }
    expect((await app.call(api.saveRepository, { body }, researcher.token)).id).toBe(saved.id)
    await app.call(api.retryDeposit, { params: { id: failed.id }, body: { publish: true } }, researcher.token)
    app.clock.forward(61_000)
    expect(await sent()).toMatchObject({ status: 'published' })
    expect(repository.datasets).toHaveLength(1)
  })

  test('two processes that look at once send it once', async () => {
    const { repository, deposit, sent } = await aVersion(kind)
    await deposit(true)
    await Promise.all([sendDeposits(app.services), sendDeposits(app.services), sendDeposits(app.services)])
    expect(await sent()).toMatchObject({ status: 'published' })
    expect(repository.datasets).toHaveLength(1)
    expect(repository.steps.filter(step => step === 'upload')).toHaveLength(1)
  })

  test('one that was deleted there is made anew', async () => {
    const { repository, deposit, sent } = await aVersion(kind)
    await deposit(false)
    const draft = await sent()
    repository.datasets.splice(0)
    await app.call(api.retryDeposit, { params: { id: draft.id }, body: { publish: true } }, researcher.token)
    expect(await sent()).toMatchObject({ status: 'published' })
    expect(repository.datasets).toHaveLength(1)
  })
})

test('a later version names the DOI of the earlier in its citation, and is listed as newer', async () => {
  const { repository, deposit, sent, freeze } = await aVersion('zenodo')
  await deposit(true)
  await sent()
  const [first] = repository.datasets
  const second = await freeze()
  const files = unzipSync(new Uint8Array(await fileOf(second)))
  expect(parse(textOf(files['CITATION.cff'])).references).toEqual([
    { type: 'data', title: expect.any(String), authors: expect.any(Array), version: '1', doi: first?.doi },
  ])
  await deposit(true, second)
  await sendDeposits(app.services)
  expect(repository.datasets[1]?.sent.metadata.related_identifiers).toContainEqual({
    identifier: first?.doi,
    relation: 'isNewVersionOf',
    resource_type: 'dataset',
  })
})

test('the public page tells the DOI, and nothing of drafts', async () => {
  const { deposit, sent, id } = await aVersion('zenodo')
  await app.call(api.publishSnapshot, { params: { id }, body: { published: true, download: false } }, researcher.token)
  const page = () => app.call(api.getPublishedSnapshot, { params: { id } })
  await deposit(false)
  const draft = await sent()
  expect((await page()).doi).toBeNull()
  await app.call(api.retryDeposit, { params: { id: draft.id }, body: { publish: true } }, researcher.token)
  const { doi } = await sent()
  expect(await page()).toMatchObject({ doi, citation: { text: expect.stringContaining(String(doi)) } })
  expect(JSON.stringify(await page())).not.toContain('127.0.0.1')
})

test('a token is kept encrypted, is never told, and is used for its own repository alone', async () => {
  const { saved, deposit, sent } = await aVersion('zenodo')
  const rows = await app.services.db.selectFrom('repositories').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(REPOSITORY_TOKEN)
  expect(JSON.stringify(await app.call(api.listRepositories, {}, researcher.token))).not.toContain('token')
  expect(app.logged()).not.toContain(REPOSITORY_TOKEN)
  // An administrator has no repository of the kind: the token of the other person is not theirs to use.
  await deposit(false)
  const draft = await sent()
  await app.call(api.retryDeposit, { params: { id: draft.id }, body: { publish: true } }, admin.token)
  expect(await sent()).toMatchObject({ status: 'failed', problem: 'no_repository' })
  await expect(app.call(api.deleteRepository, { params: { id: saved.id } }, admin.token)).rejects.toMatchObject({
    status: 404,
  })
})

test('an owner who shares, a stranger and who no longer leads the project deposit nothing', async () => {
  const { saved, id, deposit } = await aVersion('zenodo')
  const { deposits } = await deposit(false)
  const stranger = await aUser(app)
  const body = { repository_id: saved.id, publish: true }
  const tries = async (token: string) => {
    const asked = [
      app.call(api.createDeposit, { params: { id }, body }, token),
      app.call(api.retryDeposit, { params: { id: deposits[0]?.id ?? 0 }, body: { publish: true } }, token),
    ]
    return (await Promise.allSettled(asked)).map(one => one.status === 'rejected' && one.reason.status)
  }
  expect(await tries(owner.token)).toEqual([403, 403])
  expect(await tries(stranger.token)).toEqual([404, 404])
  await app.services.db.updateTable('research').set({ owner_id: admin.id }).execute()
  expect(await tries(researcher.token)).toEqual([404, 404])
})

test.each([
  'http://zenodo.example',
  'https://user:pass@zenodo.example',
  'https://zenodo.example/?x=1',
  'ftp://zenodo.example',
  'nonsense',
])('an address %s is refused', async url => {
  const { environment } = app.services
  environment.ALLOW_PRIVATE_ADDRESSES = false
  const body = { kind: 'zenodo' as const, url, token: REPOSITORY_TOKEN }
  const refused = app.call(api.saveRepository, { body }, owner.token).finally(() => {
    environment.ALLOW_PRIVATE_ADDRESSES = true
  })
  await expect(refused).rejects.toMatchObject({ status: 422, errors: { url: [expect.any(String)] } })
})

test('nothing inside is reached: the reason says so, and no call comes in', async () => {
  const { repository, deposit, sent } = await aVersion('zenodo')
  const { environment } = app.services
  await deposit(true)
  environment.ALLOW_PRIVATE_ADDRESSES = false
  expect(await sent()).toMatchObject({ status: 'failed', problem: 'private_address' })
  environment.ALLOW_PRIVATE_ADDRESSES = true
  expect(repository.steps).toEqual([])
})
