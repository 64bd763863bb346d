import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  type DepositedFile,
  DepositFailed,
  type DepositMetadata,
  doiIn,
  isRecord,
  type RemoteDataset,
  type Repository,
  type RepositoryAccess,
  repositoryCaller,
  textIn,
} from './repository.ts'
import { zipAround } from './zip-around.ts'

/** Fields of the citation block: a text, a term of the repository's own list, or parts. */
const primitive = (typeName: string, value: string | readonly string[]) => ({
  ...{ typeName, typeClass: 'primitive', multiple: Array.isArray(value), value },
})
type Part = ReturnType<typeof primitive>
const compound = (typeName: string, items: readonly (readonly Part[])[]) => ({
  ...{ typeName, typeClass: 'compound', multiple: true },
  value: items.map(parts => Object.fromEntries(parts.map(part => [part.typeName, part]))),
})

/** Licences that each Dataverse has from the first, as it names them; any other stands in the terms of use. */
const LICENCES: Record<string, { name: string; uri: string }> = {
  'CC0-1.0': { name: 'CC0 1.0', uri: 'http://creativecommons.org/publicdomain/zero/1.0' },
  'CC-BY-4.0': { name: 'CC BY 4.0', uri: 'http://creativecommons.org/licenses/by/4.0' },
}

const termsOf = ({ licence }: DepositMetadata): Record<string, unknown> => {
  const known = licence && LICENCES[licence.id]
  if (known) return { license: known }
  return { termsOfUse: licence ? `${licence.name}: ${licence.url}` : 'All rights reserved.' }
}

const datasetJson = (metadata: DepositMetadata): Record<string, unknown> => {
  const { title, authors, institution, description, keywords, url, from, until, contact, mark, earlier } = metadata
  const affiliation = institution ? [primitive('authorAffiliation', institution)] : []
  const fields = [
    primitive('title', title),
    compound(
      'author',
      authors.map(name => [primitive('authorName', name), ...affiliation]),
    ),
    compound('datasetContact', [
      [primitive('datasetContactName', contact.name), primitive('datasetContactEmail', contact.email)],
    ]),
    compound('dsDescription', [[primitive('dsDescriptionValue', description)]]),
    { typeName: 'subject', typeClass: 'controlledVocabulary', multiple: true, value: ['Agricultural Sciences'] },
    compound(
      'keyword',
      keywords.map(word => [primitive('keywordValue', word)]),
    ),
    compound('otherId', [[primitive('otherIdAgency', 'Barnometer'), primitive('otherIdValue', mark)]]),
    compound('timePeriodCovered', [
      [primitive('timePeriodCoveredStart', from.slice(0, 10)), primitive('timePeriodCoveredEnd', until.slice(0, 10))],
    ]),
    primitive('kindOfData', ['Measurements']),
    primitive('otherReferences', [url, ...(earlier ? [`https://doi.org/${earlier}`] : [])]),
  ]
  return {
    datasetVersion: {
      ...termsOf(metadata),
      metadataBlocks: { citation: { displayName: 'Citation Metadata', fields } },
    },
  }
}

const ALGORITHMS = { MD5: 'md5', 'SHA-1': 'sha1', 'SHA-256': 'sha256', 'SHA-512': 'sha512' } as const

/** Tells whether a file of the repository has the bytes of ours, by whichever checksum it keeps. */
const isSame = (entry: unknown, file: DepositedFile): boolean => {
  const data = isRecord(entry) && isRecord(entry.dataFile) ? entry.dataFile : {}
  const { type, value } = isRecord(data.checksum) ? data.checksum : { type: 'MD5', value: data.md5 }
  const algorithm = Object.entries(ALGORITHMS).find(([name]) => name === type)?.[1]
  return algorithm !== undefined && file[algorithm] === value
}

const dataOf = (answer: unknown): Record<string, unknown> => {
  if (isRecord(answer) && answer.status === 'OK' && isRecord(answer.data)) return answer.data
  throw new DepositFailed('unexpected_answer')
}

/** Dataverse with its native API. */
export const dataverse = (access: RepositoryAccess): Repository => {
  const call = repositoryCaller(access, { 'x-dataverse-key': access.token })
  const api = `${access.url}/api`
  const byId = (id: string) => `persistentId=${encodeURIComponent(id)}`
  const linkOf = (id: string) => `${access.url}/dataset.xhtml?${byId(id)}`

  const read = async (id: string): Promise<RemoteDataset | null> => {
    const answer = await call(`${api}/datasets/:persistentId/?${byId(id)}`)
    if (!answer) return null
    const { latestVersion } = dataOf(answer)
    const { versionState, files } = isRecord(latestVersion) ? latestVersion : {}
    return {
      ...{ id, doi: doiIn(id), link: linkOf(id) },
      isPublished: versionState === 'RELEASED',
      has: file => Array.isArray(files) && files.some(one => isSame(one, file)),
    }
  }

  return {
    read,
    find: async mark => {
      const query = new URLSearchParams({ q: `otherIdValue:"${mark}"`, type: 'dataset', per_page: '10' })
      const { items } = dataOf(await call(`${api}/search?${query}`))
      const [found] = Array.isArray(items) ? items : []
      const id = isRecord(found) ? textIn(found.global_id) : null
      return id === null ? null : read(id)
    },
    create: async metadata => {
      const path = `${api}/dataverses/${encodeURIComponent(access.collection)}/datasets`
      const answer = await call(path, { method: 'POST', json: datasetJson(metadata) })
      // No collection of that name: nothing that another try would change.
      if (!answer) throw new DepositFailed('refused')
      const id = textIn(dataOf(answer).persistentId)
      if (id === null) throw new DepositFailed('unexpected_answer')
      return { id, doi: doiIn(id), link: linkOf(id), isPublished: false, has: () => false }
    },
    upload: async ({ id }, file) => {
      const packed = zipAround(file)
      const form = multipart(
        { description: 'Frozen version', restrict: 'false', tabIngest: 'false' },
        file.name,
        packed,
      )
      const answer = await call(`${api}/datasets/:persistentId/add?${byId(id)}`, {
        method: 'POST',
        headers: { 'content-type': form.type },
        body: { stream: await form.open(), bytes: form.bytes },
      })
      const { files } = dataOf(answer)
      if (!Array.isArray(files) || !files.some(one => isSame(one, file))) throw new DepositFailed('checksum')
    },
    publish: async dataset => {
      const path = `${api}/datasets/:persistentId/actions/:publish?${byId(dataset.id)}&type=major`
      dataOf(await call(path, { method: 'POST' }))
      const published = await read(dataset.id)
      // It may be published in the background: then it is looked at again.
      if (!published?.isPublished) throw new DepositFailed('busy', { isFinal: false })
      return published
    },
  }
}

/** A form with one file and what is said of it, whose length is known before it is sent. */
const multipart = (
  about: Record<string, string>,
  name: string,
  packed: { bytes: number; open: () => Promise<Readable> },
) => {
  const boundary = `barnometer-${randomUUID()}`
  const head = Buffer.from(
    [
      `--${boundary}`,
      'Content-Disposition: form-data; name="jsonData"',
      'Content-Type: application/json',
      '',
      JSON.stringify(about),
      `--${boundary}`,
      `Content-Disposition: form-data; name="file"; filename="${name}"`,
      'Content-Type: application/zip',
      '',
      '',
    ].join('\r\n'),
  )
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    bytes: head.length + packed.bytes + tail.length,
    open: async () => {
      const inner = await packed.open()
      return Readable.from(
        (async function* () {
          yield head
          yield* inner
          yield tail
        })(),
      )
    },
  }
}
