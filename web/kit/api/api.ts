import i18next from 'i18next'
import { CallFailed, call } from '#shared/contract/call.ts'
import type { CallInput, Endpoint, ResponseOf } from '#shared/contract/endpoint.ts'
import { api } from '#shared/contract/index.ts'
import { heard, isServerReachable, unheard } from '../browser/connection.ts'
import { takePreloaded } from '../first-paint/preloaded.ts'
import { failureAsShown, maskNames, withTrueNames } from '../language/demo-mode.ts'
import { currentLanguage } from '../language/language.ts'
import { hearClock } from '../time/now.ts'
import { tracked } from './pending.ts'
import { endSession, readSession } from './session.ts'

const noAnswer = (failure: unknown): failure is CallFailed => failure instanceof CallFailed && failure.status === 0

/** POSTs that do no harm when they arrive twice. */
const HARMLESS: readonly Endpoint[] = [api.authenticate, api.login, api.logout, api.saveSettings, api.createConsent]

/**
 * Tells whether a call may be tried again when no answer came (specification §8). It may have arrived all the same, and
 * creating something twice is worse than saying that it failed: only what does the same when it is done twice.
 */
export const mayRepeat = (endpoint: Endpoint): boolean =>
  ['GET', 'PUT', 'DELETE'].includes(endpoint.method) || HARMLESS.includes(endpoint)

/** DELETEs that answer with what is there afterwards: without it nothing can be shown. */
const ANSWERING: readonly Endpoint[] = [
  api.endUserSessions,
  api.endUserOneTimeCodes,
  api.takeBackSetting,
  api.stopFocus,
  api.withdrawAcknowledgement,
]

/** Tells whether a call that is repeated has done its work where there is nothing any more: the first try arrived. */
export const isDoneWhenGone = (endpoint: Endpoint): boolean =>
  endpoint.method === 'DELETE' && !ANSWERING.includes(endpoint)

/** Calls by which somebody only wants to know whether the server is there. */
const CHECKS: readonly Endpoint[] = [api.getSettings, api.getHealth]
/** Calls for which the server reads or writes very much. */
const LARGE: readonly Endpoint[] = [
  api.getSeries,
  api.getStatistics,
  api.listCorrelations,
  api.getResearchData,
  api.getResearchStatistics,
  api.getEmissions,
  api.getEmissionLogbook,
  api.createEmissionReport,
  api.getRoundAxis,
  api.getExposure,
  api.explainValue,
  api.backtestAlertRule,
  api.previewImport,
  api.commitImport,
  api.undoImport,
  api.previewExport,
  api.loadDemo,
  api.removeDemo,
]

/**
 * ms after which a call counts as one without an answer: a network that was lost without a word never says so. A check and a
 * read are soon repeated, a write is not given up on lightly.
 */
export const answerWithin = (endpoint: Endpoint): number => {
  if (CHECKS.includes(endpoint)) return 5000
  if (LARGE.includes(endpoint)) return 120_000
  return endpoint.method === 'GET' || endpoint === api.authenticate ? 15_000 : 45_000
}

/** Tells whether the token itself was refused, in the product's own words: nothing else puts somebody out. */
export const isRefusedToken = (failure: unknown): boolean =>
  failure instanceof CallFailed && failure.status === 401 && ['invalid_token', 'invalid_auth'].includes(failure.code)

const tellSession = (failure: unknown, token: string | null): never => {
  if (isRefusedToken(failure) && readSession().token === token) endSession('refused')
  throw failure
}

class TooLate extends CallFailed {
  constructor() {
    super(0, {})
  }
}

/** The call as long as it may take, also where its answer was begun by somebody else and cannot be called off. */
const within = <Answer>(ms: number, run: (signal: AbortSignal) => Promise<Answer>): Promise<Answer> => {
  const over = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, failed) => {
    timer = setTimeout(() => {
      failed(new TooLate())
      over.abort()
    }, ms)
  })
  return Promise.race([run(over.signal), late]).finally(() => clearTimeout(timer))
}

const tellConnection = (failure: unknown): never => {
  if (!noAnswer(failure)) heard()
  // Slow or foreign is not yet lost.
  else if (failure instanceof TooLate || failure.foreign !== undefined) void isServerReachable()
  else unheard()
  throw failure
}

/**
 * Failure of a call that may have arrived: its message says so before somebody does it a second time. Without a network
 * it has certainly not left.
 */
const unsure = (failure: CallFailed): CallFailed =>
  navigator.onLine === false
    ? failure
    : Object.assign(failure, { message: i18next.t('app:not_known_whether_it_arrived') })

/**
 * Asks the server. A harmless call is tried once more when nothing came back, and what is gone by then is deleted; a refused token ends
 * the session. Each try ends after {@link answerWithin}.
 */
export const ask = <E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<ResponseOf<E>> => {
  const { token } = readSession()
  const language = currentLanguage()
  const once = () =>
    within(answerWithin(endpoint), signal =>
      call(endpoint, withTrueNames(input), {
        fetch: (url, init) =>
          (takePreloaded(init.method, url, { token, language }) ?? window.fetch(url, { ...init, signal })).then(
            hearClock,
          ),
        token: token ?? undefined,
        language,
      }),
    ).then(maskNames, failure => {
      throw failureAsShown(failure)
    })
  return tracked(once())
    .catch(failure => {
      if (!noAnswer(failure)) throw failure
      if (mayRepeat(endpoint))
        return tracked(once()).catch(second => {
          if (isDoneWhenGone(endpoint) && second instanceof CallFailed && second.status === 404)
            return undefined as ResponseOf<E>
          throw second
        })
      throw unsure(failure)
    })
    .then(
      answer => {
        heard()
        return answer
      },
      failure => tellConnection(failure),
    )
    .catch(failure => tellSession(failure, token))
}
