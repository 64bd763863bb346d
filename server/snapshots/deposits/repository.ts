import type { Readable } from 'node:stream'
import type { DepositProblem, RepositoryKind } from '#shared/rules/research/deposits.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { askOutside, NoAnswer } from '../../kit/http/safe-fetch.ts'

/** A repository with the token by which data sets are made there. */
export interface RepositoryAccess {
  kind: RepositoryKind
  /** Address without the part of the API. */
  url: string
  /** Alias of a collection; empty where the kind has none. */
  collection: string
  token: string
  /** Lets it be on a network of the installation's own. */
  inside: boolean
  signal: AbortSignal
}

/** File of a version with everything a repository may check it by, in hexadecimal digits. */
export interface DepositedFile {
  name: string
  bytes: number
  md5: string
  sha1: string
  sha256: string
  sha512: string
  /** CRC-32 as a number. */
  crc: number
  open: () => Promise<Readable>
}

/** Facts of a version by which a repository lists it. */
export interface DepositMetadata {
  title: string
  authors: readonly string[]
  institution: string | null
  /** Plain text. */
  description: string
  version: string
  /** `YYYY-MM-DD`. */
  date: string
  from: string
  until: string
  /** SPDX identifier with its name and address; null where all rights are reserved. */
  licence: { id: string; name: string; url: string } | null
  keywords: readonly string[]
  /** Page of the version here. */
  url: string
  /** DOI of the version before it. */
  earlier: string | null
  /** Person to ask, as a Dataverse needs one. */
  contact: { name: string; email: string }
  /** Mark of the request by which its data set is found again: `urn:uuid:…`. */
  mark: string
}

/** A data set as it lies in the repository. */
export interface RemoteDataset {
  id: string
  doi: string | null
  link: string | null
  isPublished: boolean
  /** Tells whether the whole file is there already. */
  has: (file: DepositedFile) => boolean
  /** Address that files are sent to, where the repository names one. */
  filesAt?: string
}

export interface Repository {
  /** Data set that an earlier try began, whose answer never came; null where there is none. */
  find(mark: string): Promise<RemoteDataset | null>
  create(metadata: DepositMetadata): Promise<RemoteDataset>
  /** Data set of an id; null where it is gone. */
  read(id: string): Promise<RemoteDataset | null>
  /** Throws `DepositFailed` where other bytes arrived than were sent. */
  upload(dataset: RemoteDataset, file: DepositedFile): Promise<void>
  publish(dataset: RemoteDataset): Promise<RemoteDataset>
}

/** Says why a deposit did not go on, and whether it may by itself later. */
export class DepositFailed extends Error {
  readonly problem: DepositProblem
  readonly isFinal: boolean
  /** Words of the repository. */
  readonly answer: string | null
  constructor(
    problem: DepositProblem,
    { isFinal = true, answer = null as string | null, cause = undefined as unknown } = {},
  ) {
    super(problem, { cause })
    this.problem = problem
    this.isFinal = isFinal
    this.answer = answer
  }
}

/** Letters of a repository's own words that are kept. */
const MAX_WORDS = 300

/** A sentence of an answer, in one line: whatever it is, it is shown as plain text. */
const wordsOf = (text: string): string | null => {
  const body = jsonOf(text)
  const said = isRecord(body) ? [body.message, ...errorsOf(body.errors)].filter(one => typeof one === 'string') : []
  return (
    said
      .join(' ')
      .replaceAll(/[\p{Cc}\s]+/gu, ' ')
      .trim()
      .slice(0, MAX_WORDS) || null
  )
}

const errorsOf = (errors: unknown): string[] =>
  Array.isArray(errors)
    ? errors.flatMap(one =>
        isRecord(one) ? [[one.field, one.message ?? one.messages].filter(Boolean).join(': ')] : [],
      )
    : []

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const UNAUTHORIZED = [401, 403]
/** Answers after which the same call may do later. */
const LATER = [408, 409, 423, 425, 429]

/** Failure that an answer stands for; null for a good one. */
const failureOf = (status: number, text: string): DepositFailed | null => {
  if (status >= 200 && status < 300) return null
  const answer = wordsOf(text)
  if (UNAUTHORIZED.includes(status)) return new DepositFailed('token_refused', { answer })
  if (status === 413) return new DepositFailed('too_large', { answer })
  if (LATER.includes(status) || status >= 500) return new DepositFailed('busy', { isFinal: false, answer })
  return status >= 400 ? new DepositFailed('refused', { answer }) : new DepositFailed('unexpected_answer')
}

interface RepositoryCall {
  method?: 'GET' | 'POST' | 'PUT'
  headers?: Record<string, string>
  json?: unknown
  body?: { stream: Readable; bytes: number }
}

/** A packed file is sent on for as long as something moves; a repository takes its time to sum it up. */
const QUIET_MS = 2 * MINUTE_MS

/** Calls of a repository, each with the header that proves who asks. Throws `DepositFailed`; a missing object is null. */
export const repositoryCaller =
  ({ url, inside, signal }: RepositoryAccess, proof: Record<string, string>) =>
  async (
    path: string,
    { method = 'GET', headers = {}, json, body }: RepositoryCall = {},
  ): Promise<Record<string, unknown> | unknown[] | null> => {
    // An address that the repository names: the token goes to no other place than the one it is for.
    if (new URL(path).origin !== new URL(url).origin) throw new DepositFailed('unexpected_answer')
    const isJson = json !== undefined
    const asked = {
      ...{ method, inside, signal, waitMs: QUIET_MS },
      headers: {
        accept: 'application/json',
        ...(isJson ? { 'content-type': 'application/json' } : {}),
        ...proof,
        ...headers,
      },
      ...(isJson ? { body: JSON.stringify(json) } : body ? { body } : {}),
    }
    const { status, text } = await askOutside(path, asked).catch(error => {
      if (!(error instanceof NoAnswer) || signal.aborted) throw error
      throw new DepositFailed(error.reason, { isFinal: error.reason === 'private_address', cause: error })
    })
    if (status === 404 || status === 410) return null
    const failure = failureOf(status, text)
    if (failure) throw failure
    const answer = jsonOf(text)
    if (isRecord(answer) || Array.isArray(answer)) return answer
    throw new DepositFailed('unexpected_answer')
  }

/** A text of an answer, where it is one. */
export const textIn = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : null

/** A DOI without what stands before it: `10.5281/zenodo.7`. Null for anything else. */
export const doiIn = (value: unknown): string | null =>
  /^(?:doi:|https?:\/\/doi\.org\/)?(10\.\d{4,9}\/[^\s<>"]{1,200})$/.exec(String(value))?.[1] ?? null

/** An address of a page, where it is one: it becomes a link. */
export const pageIn = (value: unknown): string | null =>
  typeof value === 'string' && value.length < 500 && /^https?:\/\/[^\s<>"]+$/.test(value) ? value : null
