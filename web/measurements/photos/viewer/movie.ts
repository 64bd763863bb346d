import { useEffect, useRef, useState } from 'react'

/** Time that each picture stays (specification §9), ms. */
export const MOVIE_MS = { web: 400, thumb: 250 } as const
export type MovieSize = keyof typeof MOVIE_MS

const loaded = (address: string): Promise<unknown> =>
  new Promise(done => {
    const image = new Image()
    image.onload = done
    image.onerror = done
    image.src = address
  })

interface Reel {
  count: number
  index: number
  addressAt: (index: number, size: MovieSize) => string
  show: (index: number) => void
}

/** Shows one picture after the other, each for its time and no sooner than it is there; ends with the last. */
export const useMovie = ({ count, index, addressAt, show }: Reel) => {
  const [playing, setPlaying] = useState<MovieSize | null>(null)
  const reel = useRef({ addressAt, show })
  reel.current = { addressAt, show }
  useEffect(() => {
    if (!playing) return
    const next = index + 1
    if (next >= count) {
      setPlaying(null)
      return
    }
    let over = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const due = new Promise(done => {
      timer = setTimeout(done, MOVIE_MS[playing])
    })
    void Promise.all([due, loaded(reel.current.addressAt(next, playing))]).then(() => {
      if (!over) reel.current.show(next)
    })
    return () => {
      over = true
      clearTimeout(timer)
    }
  }, [playing, index, count])
  return {
    playing,
    play: (size: MovieSize) => {
      // The last photo has none after it: the movie begins anew.
      if (index >= count - 1) show(0)
      setPlaying(size)
    },
    pause: () => setPlaying(null),
  }
}
