import { NoAnswer, postOutside } from '../../kit/http/safe-fetch.ts'
import { isoNow, type World } from '../../kit/world.ts'
import { stateOfWatch } from '../evaluation/state-of-watch.ts'
import { notePing } from './ping-store.ts'

/** Calls the operator's service as long as the watch lives: it tells somebody when the calls stop. */
export const pingAlarm = async (world: World): Promise<void> => {
  const url = world.environment.ALARM_PING_URL
  if (!url || (await stateOfWatch(world)).problem !== null) return
  const status = await postOutside(url, { headers: {}, body: '', inside: true }).catch(error => {
    if (error instanceof NoAnswer) return error.reason
    throw error
  })
  const taken = typeof status === 'number' && status < 400
  if (!taken) world.log.warn({ status }, 'the alarm ping was not taken')
  await notePing(world.db, taken, isoNow(world))
}
