import { useEffect, useState } from 'react'
import { isOwnAnswer } from '#shared/contract/call.ts'
import { createStoreListeners, useExternalStore } from '../browser/external-store.ts'
import { useFirstRender } from '../first-paint/first-render.ts'

/** ms. The date of an answer has whole seconds and was on its way for some time: a smaller difference means nothing. */
const TOLERANCE = 5000
/** ms. A clock that is farther off is said to be. */
const OFF = 120_000

/** ms by which the server's clock is ahead of the one of this device. */
let offset = 0
const listeners = createStoreListeners()

interface Answer {
  headers: { get(name: string): string | null }
}

/** Takes over the time of the server from an answer that has just come. */
export const hearClock = <One extends Answer>(answer: One): One => {
  // A proxy on the way has a clock of its own.
  if (!isOwnAnswer(answer)) return answer
  const at = Date.parse(answer.headers.get('date') ?? '')
  // An answer that a proxy had kept tells an old time.
  if (Number.isNaN(at) || answer.headers.get('age') !== null) return answer
  const heard = at - Date.now()
  if (Math.abs(heard - offset) > TOLERANCE) {
    offset = Math.abs(heard) > TOLERANCE ? heard : 0
    listeners.tell()
  }
  return answer
}

/** The present time (epoch ms) by the clock of the server, once it has been heard: by it all measured times are judged. */
export const serverNow = (): number => Date.now() + offset

/** ms by which the server's clock is ahead, where the clock of this device is clearly wrong; else 0. */
export const useClockOff = (): number =>
  useExternalStore(
    listeners.listen,
    () => (Math.abs(offset) > OFF ? offset : 0),
    () => 0,
  )

/** The present time in epoch ms by the server's clock, which counts on by itself so that ages on screen stay true. */
export const useNow = (everyMs = 15_000): number => {
  const first = useFirstRender()
  const [now, setNow] = useState(() => first?.now ?? serverNow())
  useEffect(() => {
    const tick = () => setNow(serverNow())
    const timer = setInterval(tick, everyMs)
    const stop = listeners.listen(tick)
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [everyMs])
  return now
}
