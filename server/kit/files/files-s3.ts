import { openAsBlob } from 'node:fs'
import { Readable } from 'node:stream'
import { AwsClient } from 'aws4fetch'
import { Failure } from '../failure.ts'
import type { Log } from '../services.ts'
import type { Files } from './files.ts'

const RETRY_AFTER_S = 10
const TIMEOUT_MS = 30_000
/** Time for a large file, from its first byte to its last. */
const LARGE_TIMEOUT_MS = 30 * 60_000
const TRIES = 3

/** `s3://key:secret@host/bucket?region=…` by HTTPS, `s3+http://…` by plain HTTP; addressed by path, so that any store understands. */
export const openS3Files = (url: string, log: Pick<Log, 'error'>): Files => {
  const { protocol, username, password, host, pathname, searchParams } = new URL(url)
  const bucket = `${protocol === 's3:' ? 'https' : 'http'}://${host}${pathname.replace(/\/$/, '')}`
  const client = new AwsClient({
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
    service: 's3',
    region: searchParams.get('region') ?? 'us-east-1',
    retries: TRIES,
  })

  const ask = async (
    name: string,
    init: RequestInit,
    { missing, timeout = TIMEOUT_MS }: { missing?: number; timeout?: number } = {},
  ): Promise<Response> => {
    const answer = await client
      .fetch(`${bucket}/${name}`, { ...init, signal: AbortSignal.timeout(timeout) })
      .catch(error => {
        log.error({ err: error }, 'the file store does not answer')
        throw new Failure('busy', { retryAfter: RETRY_AFTER_S, cause: error })
      })
    if (answer.ok || answer.status === missing) return answer
    const said = (await answer.text()).slice(0, 300)
    log.error({ status: answer.status, said }, 'the file store refused')
    throw new Failure('busy', { retryAfter: RETRY_AFTER_S })
  }

  return {
    write: async (name, bytes) => {
      const answer = await ask(name, { method: 'PUT', body: bytes as Uint8Array<ArrayBuffer> })
      await answer.arrayBuffer()
    },
    read: async name => {
      const answer = await ask(name, { method: 'GET' }, { missing: 404 })
      const bytes = Buffer.from(await answer.arrayBuffer())
      return answer.ok ? bytes : null
    },
    writeFrom: async (name, path) => {
      const body = await openAsBlob(path)
      const answer = await ask(name, { method: 'PUT', body }, { timeout: LARGE_TIMEOUT_MS })
      await answer.arrayBuffer()
    },
    open: async name => {
      const answer = await ask(name, { method: 'GET' }, { missing: 404, timeout: LARGE_TIMEOUT_MS })
      if (answer.ok && answer.body) return Readable.from(answer.body)
      await answer.arrayBuffer()
      return null
    },
    list: async function* () {
      for (let after: string | undefined = ''; after !== undefined; ) {
        const query = new URLSearchParams({
          'list-type': '2',
          ...(after === '' ? {} : { 'continuation-token': after }),
        })
        const said = await (await ask(`?${query}`, { method: 'GET' })).text()
        // Names are the server's own: none has a character that XML writes otherwise.
        for (const [, name = ''] of said.matchAll(/<Key>([^<]*)<\/Key>/g)) yield name
        after = /<NextContinuationToken>([^<]+)</.exec(said)?.[1]?.replaceAll('&amp;', '&')
      }
    },
    remove: async name => {
      const answer = await ask(name, { method: 'DELETE' }, { missing: 404 })
      await answer.arrayBuffer()
    },
  }
}
