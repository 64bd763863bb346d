import { NoAnswer, postOutside } from '../../kit/http/safe-fetch.ts'
import { isoNow, type Services } from '../../kit/services.ts'
import { stateOfWatch } from '../evaluation/state-of-watch.ts'
import { notePing } from './ping-store.ts'

/** Calls the operator's service as long as the watch lives: it tells somebody when the calls stop. */
export const pingAlarm = async (services: Services): Promise<void> => {
  const url = services.environment.ALARM_PING_URL
  if (!url || (await stateOfWatch(services)).problem !== null) return
  const status = await postOutside(url, { headers: {}, body: '', inside: true }).catch(error => {
    if (error instanceof NoAnswer) return error.reason
    throw error
  })
  const taken = typeof status === 'number' && status < 400
  if (!taken) services.log.warn({ status }, 'the alarm ping was not taken')
  await notePing(services.db, taken, isoNow(services))
}
