import { useEffect, useState } from 'react'

/** The present time in epoch ms, which counts on by itself so that ages on screen stay true. */
export const useNow = (everyMs = 15_000): number => {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
