import { ERROR_STATUS, type ErrorCode } from '#shared/contract/errors.ts'
import type { Scope } from '#shared/rules/accounts/scopes.ts'
import type { Quota } from './limits/quotas.ts'

/** Failure of a known kind. Everything else thrown is a defect: logged whole, shown as nothing. */
export class Failure extends Error {
  readonly code: ErrorCode
  /** Field name → message keys of `server.json` (`fields.<key>`), or ready sentences from a translator. */
  readonly fields: Record<string, string[]> | undefined
  readonly retryAfter: number | undefined
  /** Limit of an account that is reached, and how many it allows. */
  readonly quota: { name: Quota; most: number } | undefined
  /** Scope that an access token lacks; `session` where none would do. */
  readonly scope: Scope | 'session' | undefined
  constructor(
    code: ErrorCode,
    options: {
      fields?: Record<string, string[]>
      retryAfter?: number
      quota?: { name: Quota; most: number }
      scope?: Scope | 'session'
      cause?: unknown
    } = {},
  ) {
    super(code, { cause: options.cause })
    this.code = code
    this.fields = options.fields
    this.retryAfter = options.retryAfter
    this.quota = options.quota
    this.scope = options.scope
  }
  get status(): number {
    return ERROR_STATUS[this.code]
  }
}
