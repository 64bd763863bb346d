import {
  DepositFailed,
  type DepositMetadata,
  doiIn,
  isRecord,
  pageIn,
  type RemoteDataset,
  type Repository,
  type RepositoryAccess,
  repositoryCaller,
  textIn,
} from './repository.ts'

const DEPOSITIONS = '/api/deposit/depositions'
/** Depositions that are looked through for one that was begun: it is among the newest. */
const NEWEST = 100

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** A deposition as Zenodo and services like it list a data set. */
const depositionOf = (metadata: DepositMetadata): Record<string, unknown> => {
  const { title, authors, institution, description, version, date, licence, keywords, url, earlier, mark } = metadata
  const related = (identifier: string, relation: string) => ({ identifier, relation, resource_type: 'dataset' })
  return {
    title,
    upload_type: 'dataset',
    description: description
      .split(/\n{2,}/)
      .map(part => `<p>${escaped(part).replaceAll('\n', '<br>')}</p>`)
      .join(''),
    creators: authors.map(name => ({ name, ...(institution ? { affiliation: institution } : {}) })),
    ...(licence ? { access_right: 'open', license: licence.id.toLowerCase() } : { access_right: 'closed' }),
    version,
    publication_date: date,
    keywords,
    related_identifiers: [
      related(mark, 'isAlternateIdentifier'),
      ...(url.startsWith('https:') ? [related(url, 'isIdenticalTo')] : []),
      ...(earlier ? [related(earlier, 'isNewVersionOf')] : []),
    ],
    prereserve_doi: true,
  }
}

const datasetOf = (answer: unknown): RemoteDataset => {
  const id = isRecord(answer) ? textIn(answer.id) : null
  if (!isRecord(answer) || id === null) throw new DepositFailed('unexpected_answer')
  const links = isRecord(answer.links) ? answer.links : {}
  const metadata = isRecord(answer.metadata) ? answer.metadata : {}
  const reserved = isRecord(metadata.prereserve_doi) ? metadata.prereserve_doi.doi : null
  const files = Array.isArray(answer.files) ? answer.files.filter(isRecord) : []
  const bucket = textIn(links.bucket)
  return {
    id,
    doi: doiIn(answer.doi) ?? doiIn(reserved),
    link: pageIn(links.record_html) ?? pageIn(links.html),
    isPublished: answer.submitted === true,
    has: ({ name, md5 }) =>
      files.some(file => file.filename === name && textIn(file.checksum)?.replace(/^md5:/, '') === md5),
    ...(bucket ? { filesAt: bucket } : {}),
  }
}

const isMarked = (answer: unknown, mark: string): boolean => {
  const metadata = isRecord(answer) && isRecord(answer.metadata) ? answer.metadata : {}
  const related = Array.isArray(metadata.related_identifiers) ? metadata.related_identifiers : []
  return related.some(one => isRecord(one) && one.identifier === mark)
}

/** Zenodo, and services with its API for depositions. */
export const zenodo = (access: RepositoryAccess): Repository => {
  const call = repositoryCaller(access, { authorization: `Bearer ${access.token}` })
  const base = `${access.url}${DEPOSITIONS}`
  return {
    find: async mark => {
      const listed = await call(`${base}?sort=mostrecent&size=${NEWEST}`)
      const found = Array.isArray(listed) ? listed.find(one => isMarked(one, mark)) : undefined
      return found === undefined ? null : datasetOf(found)
    },
    create: async metadata =>
      datasetOf(await call(base, { method: 'POST', json: { metadata: depositionOf(metadata) } })),
    read: async id => {
      const answer = await call(`${base}/${encodeURIComponent(id)}`)
      return answer && datasetOf(answer)
    },
    upload: async ({ filesAt }, file) => {
      if (filesAt === undefined) throw new DepositFailed('unexpected_answer')
      const answer = await call(`${filesAt}/${encodeURIComponent(file.name)}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/octet-stream' },
        body: { stream: await file.open(), bytes: file.bytes },
      })
      const sum = isRecord(answer) ? textIn(answer.checksum) : null
      if (sum !== `md5:${file.md5}`) throw new DepositFailed('checksum')
    },
    publish: async ({ id }) => {
      const answer = await call(`${base}/${encodeURIComponent(id)}/actions/publish`, { method: 'POST' })
      const published = datasetOf(answer)
      if (published.doi === null) throw new DepositFailed('unexpected_answer')
      return { ...published, isPublished: true }
    },
  }
}
