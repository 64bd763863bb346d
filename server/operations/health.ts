import type { Ready } from '#shared/contract/operations.ts'
import { mailsWaiting } from '../alerts/escalation/watch.ts'
import { within } from '../alerts/evaluation/apart.ts'
import { countFailures, stateOfWatch } from '../alerts/evaluation/state-of-watch.ts'
import type { backupState } from '../backups/backups.ts'
import type { BusState } from '../kit/bus/bus.ts'
import { requireAnswer } from '../kit/database/series.ts'
import type { Gauges } from '../kit/metrics.ts'
import type { Services } from '../kit/services.ts'
import { anyUser } from '../users/accounts.ts'

/** A store that answers later does not answer. */
const ANSWER_MS = 5000

type BackupState = Awaited<ReturnType<typeof backupState>>

type Health = Omit<Ready, 'status' | 'mqtt' | 'news'>

/** Health of an installation: what works, as far as this process can tell. */
export const healthOf = async (services: Services): Promise<Health> => {
  const { db, series, log } = services
  const answers = async (work: Promise<unknown>) => {
    try {
      await work
      return 'ok' as const
    } catch (error) {
      log.error({ err: error }, 'a store does not answer')
      return 'down' as const
    }
  }
  const [catalogue, measurements] = await Promise.all([
    answers(within(ANSWER_MS, () => anyUser(db))),
    answers(within(ANSWER_MS, signal => requireAnswer(series, signal))),
  ])
  if (catalogue === 'down') return { catalogue, measurements, watch: null, mails_waiting: null }
  const { problem, evaluatedAt, heardAt } = await stateOfWatch(services)
  const failing_rules = await countFailures(db, null)
  const watch = { problem, evaluated_at: evaluatedAt, heard_at: heardAt, failing_rules }
  return { catalogue, measurements, watch, mails_waiting: await mailsWaiting(services) }
}

const seconds = (at: string | null | undefined): number | null => (at ? Date.parse(at) / 1000 : null)

/** Health as numbers; what cannot be told is left out. */
export const gaugesOf = (
  { catalogue, measurements, watch, mails_waiting }: Health,
  backups: BackupState | null,
  work: { database_bytes: number | null; readings: { from: string | null } } | null,
  news: BusState,
): Gauges => ({
  barnometer_catalogue_up: catalogue === 'ok' ? 1 : 0,
  barnometer_measurements_up: measurements === 'ok' ? 1 : 0,
  barnometer_watch_alive: watch === null ? 0 : watch.problem === null ? 1 : 0,
  barnometer_watch_evaluated_timestamp_seconds: seconds(watch?.evaluated_at),
  barnometer_watch_heard_timestamp_seconds: seconds(watch?.heard_at),
  barnometer_rules_failing: watch?.failing_rules ?? null,
  barnometer_backup_timestamp_seconds: seconds(backups?.made),
  barnometer_backup_restored_timestamp_seconds: seconds(backups?.checked),
  barnometer_backup_failed: backups?.hasFailed == null ? null : Number(backups.hasFailed),
  barnometer_mails_waiting: mails_waiting,
  barnometer_database_bytes: work?.database_bytes ?? null,
  barnometer_readings_from_timestamp_seconds: seconds(work?.readings.from),
  barnometer_news_connected: news.link === 'off' ? null : Number(news.link === 'connected'),
})

/** Counters of news between processes, of this process. */
export const countsOf = ({ sent, received, ignored, gaps, lost }: BusState) => ({
  barnometer_news_sent_total: sent,
  barnometer_news_received_total: received,
  barnometer_news_ignored_total: ignored,
  barnometer_news_gaps_total: gaps,
  barnometer_news_lost_total: lost,
})
