import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Ajv } from 'ajv'
import { unzipSync } from 'fflate'

/** Metadata of a deposition as the description of Zenodo's API asks for it. */
const DEPOSITION = {
  type: 'object',
  required: ['metadata'],
  additionalProperties: false,
  properties: {
    metadata: {
      type: 'object',
      required: ['title', 'upload_type', 'description', 'creators', 'access_right', 'publication_date'],
      additionalProperties: false,
      properties: {
        title: { type: 'string', minLength: 3 },
        upload_type: { const: 'dataset' },
        description: { type: 'string', minLength: 3, pattern: '^<p>' },
        creators: {
          type: 'array',
          minItems: 1,
          items: {
            type: 'object',
            required: ['name'],
            additionalProperties: false,
            properties: { name: { type: 'string' }, affiliation: { type: 'string' } },
          },
        },
        access_right: { enum: ['open', 'closed'] },
        license: { type: 'string', pattern: '^[a-z0-9.-]+$' },
        version: { type: 'string' },
        publication_date: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d$' },
        keywords: { type: 'array', items: { type: 'string' } },
        related_identifiers: {
          type: 'array',
          items: {
            type: 'object',
            required: ['identifier', 'relation'],
            additionalProperties: false,
            properties: {
              identifier: { type: 'string', pattern: '^(urn:|https:|10\\.)' },
              relation: { enum: ['isAlternateIdentifier', 'isIdenticalTo', 'isNewVersionOf'] },
              resource_type: { const: 'dataset' },
            },
          },
        },
        prereserve_doi: { type: 'boolean' },
      },
      if: { properties: { access_right: { const: 'open' } } },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { required: ['license'] },
    },
  },
}

/** Fields of a data set that a Dataverse wants, with the class and number that its citation block gives each. */
const CITATION: Record<string, [typeClass: string, multiple: boolean, parts?: string[]]> = {
  title: ['primitive', false],
  author: ['compound', true, ['authorName', 'authorAffiliation']],
  datasetContact: ['compound', true, ['datasetContactName', 'datasetContactEmail']],
  dsDescription: ['compound', true, ['dsDescriptionValue']],
  subject: ['controlledVocabulary', true],
  keyword: ['compound', true, ['keywordValue']],
  otherId: ['compound', true, ['otherIdAgency', 'otherIdValue']],
  timePeriodCovered: ['compound', true, ['timePeriodCoveredStart', 'timePeriodCoveredEnd']],
  kindOfData: ['primitive', true],
  otherReferences: ['primitive', true],
}
const REQUIRED = ['title', 'author', 'datasetContact', 'dsDescription', 'subject']

interface Field {
  typeName: string
  typeClass: string
  multiple: boolean
  // biome-ignore lint/suspicious/noExplicitAny: texts, lists and parts
  value: any
}

/** Problem of a data set as a Dataverse would see it; null where there is none. */
const citationProblem = (body: { datasetVersion?: Record<string, unknown> }): string | null => {
  const version = body.datasetVersion as
    | { license?: unknown; termsOfUse?: unknown; metadataBlocks?: { citation?: { fields?: Field[] } } }
    | undefined
  const fields = version?.metadataBlocks?.citation?.fields
  if (!fields) return 'no citation block'
  if ((version?.license === undefined) === (version?.termsOfUse === undefined)) return 'a license or terms of use'
  for (const name of REQUIRED) if (!fields.some(({ typeName }) => typeName === name)) return `${name} is required`
  for (const { typeName, typeClass, multiple, value } of fields) {
    const known = CITATION[typeName]
    if (!known) return `${typeName} is unknown`
    if (typeClass !== known[0] || multiple !== known[1] || Array.isArray(value) !== multiple)
      return `${typeName} is wrong`
    const parts: string[] = typeClass === 'compound' ? value.flatMap((one: object) => Object.keys(one)) : []
    const wrong = parts.find(part => !known[2]?.includes(part))
    if (wrong) return `${wrong} is unknown`
  }
  return null
}

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

const md5 = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex')
const sha1 = (bytes: Uint8Array): string => createHash('sha1').update(bytes).digest('hex')

export interface KeptDataset {
  id: string
  doi: string
  // biome-ignore lint/suspicious/noExplicitAny: what was sent
  sent: any
  files: { name: string; bytes: Buffer }[]
  isPublished: boolean
}

/** Faults of a step: the answer is lost after the step was done, the step is refused or does not come about, or other bytes arrive. */
export type Fault = 'lost' | 'down' | 'busy' | 'refused' | 'other_bytes' | 'rubbish'
export type Step = 'find' | 'create' | 'read' | 'upload' | 'publish'

export const REPOSITORY_TOKEN = 'token-of-the-repository'

/** A stand-in for a repository that checks the protocol: headers, metadata, order and checksums. */
export const aRepository = async (kind: 'zenodo' | 'dataverse') => {
  const datasets: KeptDataset[] = []
  const steps: Step[] = []
  const faults = new Map<Step, Fault[]>()
  const isDeposition = new Ajv({ strict: false }).compile(DEPOSITION)
  let origin = ''

  const faultOf = (step: Step): Fault | undefined => {
    steps.push(step)
    return faults.get(step)?.shift()
  }
  const say = (response: ServerResponse, status: number, body: unknown) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  /** Does a step, with its fault. */
  const step = (
    name: Step,
    request: IncomingMessage,
    response: ServerResponse,
    act: (other: boolean) => [status: number, body: unknown],
  ) => {
    const fault = faultOf(name)
    if (fault === 'down') return request.socket.destroy()
    if (fault === 'busy') return say(response, 503, { message: 'Try later' })
    if (fault === 'refused') return say(response, 400, { status: 400, message: 'Not like this <b>' })
    const [status, body] = act(fault === 'other_bytes')
    if (fault === 'lost') return request.socket.destroy()
    if (fault === 'rubbish') return response.writeHead(200).end('<html>')
    return say(response, status, body)
  }

  const depositionOf = (one: KeptDataset) => ({
    id: Number(one.id),
    submitted: one.isPublished,
    ...(one.isPublished ? { doi: one.doi } : {}),
    metadata: { ...one.sent.metadata, prereserve_doi: { doi: one.doi } },
    links: { bucket: `${origin}/api/files/bucket-${one.id}`, html: `${origin}/deposit/${one.id}` },
    files: one.files.map(({ name, bytes }) => ({ filename: name, checksum: md5(bytes), filesize: bytes.length })),
  })

  const onZenodo = async (request: IncomingMessage, response: ServerResponse, path: string) => {
    if (request.headers.authorization !== `Bearer ${REPOSITORY_TOKEN}`) return say(response, 401, { message: 'no' })
    const body = await bodyOf(request)
    const bucket = /^\/api\/files\/bucket-(\d+)\/([^/?]+)$/.exec(path)
    if (bucket && request.method === 'PUT') {
      const one = datasets.find(({ id }) => id === bucket[1])
      if (!one || one.isPublished) return say(response, 403, { message: 'closed' })
      if (request.headers['content-type'] !== 'application/octet-stream') return say(response, 415, {})
      if (request.headers['content-length'] !== String(body.length)) return say(response, 411, {})
      return step('upload', request, response, other => {
        const bytes = other ? body.subarray(1) : body
        const name = decodeURIComponent(bucket[2] ?? '')
        one.files = [...one.files.filter(file => file.name !== name), { name, bytes }]
        return [201, { key: name, size: bytes.length, checksum: `md5:${md5(bytes)}` }]
      })
    }
    const [, id, action] =
      /^\/api\/deposit\/depositions(?:\/(\d+))?(?:\/actions\/(publish))?(?:\?.*)?$/.exec(path) ?? []
    const one = datasets.find(dataset => dataset.id === id)
    if (id !== undefined && !one) return say(response, 404, { message: 'gone' })
    if (one && action) {
      if (request.method !== 'POST') return say(response, 405, {})
      if (one.files.length === 0) return say(response, 400, { message: 'no file' })
      return step('publish', request, response, () => {
        if (one.isPublished) return [403, { message: 'published already' }]
        one.isPublished = true
        return [202, depositionOf(one)]
      })
    }
    if (one) return step('read', request, response, () => [200, depositionOf(one)])
    if (request.method === 'GET')
      return step('find', request, response, () => [200, datasets.toReversed().map(depositionOf)])
    return step('create', request, response, () => {
      const sent = JSON.parse(body.toString())
      if (request.headers['content-type'] !== 'application/json' || !isDeposition(sent))
        return [
          400,
          {
            message: 'invalid',
            errors: isDeposition.errors?.map(({ message, instancePath }) => ({ field: instancePath, message })),
          },
        ]
      const made = {
        id: String(datasets.length + 101),
        doi: `10.5072/zenodo.${datasets.length + 101}`,
        sent,
        files: [],
        isPublished: false,
      }
      datasets.push(made)
      return [201, depositionOf(made)]
    })
  }

  const versionOf = (one: KeptDataset) => ({
    persistentUrl: `https://doi.org/${one.doi}`,
    latestVersion: {
      versionState: one.isPublished ? 'RELEASED' : 'DRAFT',
      files: one.files.map(fileOf),
    },
  })
  const fileOf = ({ name, bytes }: KeptDataset['files'][number]) => ({
    label: name,
    dataFile: { filename: name, filesize: bytes.length, checksum: { type: 'SHA-1', value: sha1(bytes) } },
  })
  const ok = (data: unknown, status = 200): [number, unknown] => [status, { status: 'OK', data }]

  const onDataverse = async (request: IncomingMessage, response: ServerResponse, path: string) => {
    if (request.headers['x-dataverse-key'] !== REPOSITORY_TOKEN)
      return say(response, 401, { status: 'ERROR', message: 'no' })
    const body = await bodyOf(request)
    const url = new URL(path, origin)
    const one = datasets.find(({ id }) => id === url.searchParams.get('persistentId'))
    if (url.pathname === '/api/search') {
      const mark = /^otherIdValue:"([^"]+)"$/.exec(url.searchParams.get('q') ?? '')?.[1]
      return step('find', request, response, () => {
        const found = datasets.filter(({ sent }) => mark !== undefined && JSON.stringify(sent).includes(mark))
        return ok({ total_count: found.length, items: found.map(({ id }) => ({ type: 'dataset', global_id: id })) })
      })
    }
    if (url.pathname === '/api/dataverses/barns/datasets' && request.method === 'POST')
      return step('create', request, response, () => {
        const sent = JSON.parse(body.toString())
        const problem = citationProblem(sent)
        if (problem) return [400, { status: 'ERROR', message: problem }]
        const doi = `10.5072/FK2/${datasets.length + 101}`
        datasets.push({ id: `doi:${doi}`, doi, sent, files: [], isPublished: false })
        return ok({ id: datasets.length, persistentId: `doi:${doi}` }, 201)
      })
    if (!one) return say(response, 404, { status: 'ERROR', message: 'not found' })
    if (url.pathname === '/api/datasets/:persistentId/add' && request.method === 'POST') {
      if (request.headers['content-length'] !== String(body.length)) return say(response, 411, {})
      const form = await new Response(new Uint8Array(body), {
        headers: { 'content-type': request.headers['content-type'] ?? '' },
      }).formData()
      const [file, about] = [form.get('file'), JSON.parse(String(form.get('jsonData')))]
      if (!(file instanceof File) || about.restrict !== 'false')
        return say(response, 400, { status: 'ERROR', message: 'form' })
      const packed = new Uint8Array(await file.arrayBuffer())
      return step('upload', request, response, other => {
        // A packed file is unpacked, once.
        const unpacked = Object.entries(unzipSync(packed))
        const files = unpacked.map(([name, bytes]) => ({ name, bytes: Buffer.from(other ? bytes.subarray(1) : bytes) }))
        if (files.some(({ name }) => one.files.some(known => known.name === name)))
          return [400, { status: 'ERROR', message: 'This file already exists' }]
        one.files.push(...files)
        return ok({ files: files.map(fileOf) })
      })
    }
    if (url.pathname === '/api/datasets/:persistentId/actions/:publish' && request.method === 'POST') {
      if (one.files.length === 0 || url.searchParams.get('type') !== 'major')
        return say(response, 400, { status: 'ERROR', message: 'order' })
      return step('publish', request, response, () => {
        if (one.isPublished) return [403, { status: 'ERROR', message: 'published already' }]
        one.isPublished = true
        return ok(versionOf(one))
      })
    }
    return step('read', request, response, () => ok(versionOf(one)))
  }

  const server = createServer((request, response) => {
    const handle = kind === 'zenodo' ? onZenodo : onDataverse
    handle(request, response, request.url ?? '/').catch(error => say(response, 500, { message: String(error) }))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    kind,
    origin,
    datasets,
    steps,
    /** Lets the next calls of a step go wrong. */
    fail: (name: Step, ...of: Fault[]) => void faults.set(name, [...of]),
    stop: () =>
      new Promise<void>(resolve => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
export type TestRepository = Awaited<ReturnType<typeof aRepository>>
