import { useEffect, useState } from 'react'
import type { WallClimate } from '#shared/contract/places/displays.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { dateTimeIn } from '../kit/language/format.ts'

/** Keeps the screen on while the page is seen. Tells whether this browser does. */
export const useAwake = (): boolean => {
  const [awake, setAwake] = useState(true)
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    let gone = false
    const ask = async (): Promise<void> => {
      if (document.visibilityState !== 'visible') return
      try {
        lock = await navigator.wakeLock.request('screen')
        if (gone) await lock.release()
        else setAwake(true)
      } catch {
        setAwake(false)
      }
    }
    const again = () => void ask()
    again()
    // A browser takes the lock back whenever the page is hidden.
    document.addEventListener('visibilitychange', again)
    return () => {
      gone = true
      document.removeEventListener('visibilitychange', again)
      void lock?.release()
    }
  }, [])
  return awake
}

const FIRST_LIGHT = 6
const LAST_LIGHT = 20

/** Scheme for a look at a time (epoch ms); undefined: as the device is set. */
export const schemeOf = ({ look, time_zone }: Pick<WallClimate, 'look' | 'time_zone'>, now: number) => {
  if (look === 'auto') return undefined
  if (look !== 'night') return look
  const hour = Number(dateTimeIn(now, time_zone).slice(11, 13))
  return hour >= FIRST_LIGHT && hour < LAST_LIGHT ? 'light' : 'dark'
}

const SCHEME = 'data-mantine-color-scheme'

/** Draws the page in a scheme, without changing what the person of this browser chose for the product. */
export const useScheme = (scheme: 'light' | 'dark' | undefined): void => {
  useEffect(() => {
    if (scheme === undefined) return
    const html = document.documentElement
    const before = html.getAttribute(SCHEME)
    html.setAttribute(SCHEME, scheme)
    return () => {
      if (before !== null) html.setAttribute(SCHEME, before)
    }
  }, [scheme])
}

/** Loads the page anew once a day while the server answers, so that it becomes that of a newer release. */
export const useFreshPage = (lost: boolean): void => {
  const [old, setOld] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOld(true), DAY_MS)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    if (old && !lost) location.reload()
  }, [old, lost])
}
