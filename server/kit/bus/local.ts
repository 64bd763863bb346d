import { EventEmitter } from 'node:events'
import type { Bus } from './bus.ts'

const GAP = 'gap'

/** Name of an event; none is called "error", which an emitter throws when nobody listens. */
const eventOf = (topic: string, deviceId?: number): string => `news.${topic}.${deviceId ?? 'all'}`

/** News within one process. */
export const openLocalBus = (): Bus & { tellGap(): void } => {
  const emitter = new EventEmitter().setMaxListeners(0)
  const listen = <News>(event: string, listener: (news: News) => void) => {
    emitter.on(event, listener)
    return () => void emitter.off(event, listener)
  }
  return {
    publish: (topic, news, deviceId) => {
      emitter.emit(eventOf(topic), news)
      if (deviceId !== undefined) emitter.emit(eventOf(topic, deviceId), news)
    },
    subscribe: (topic, listener, deviceIds) => {
      const stops = deviceIds
        ? deviceIds.map(id => listen(eventOf(topic, id), listener))
        : [listen(eventOf(topic), listener)]
      return () => {
        for (const stop of stops) stop()
      }
    },
    onGap: listener => listen(GAP, listener),
    tellGap: () => void emitter.emit(GAP),
    state: () => ({ link: 'off', sent: 0, received: 0, ignored: 0, gaps: 0, lost: 0 }),
    close: async () => void emitter.removeAllListeners(),
  }
}
