import { useEffect, useRef, useState } from 'react'
import { useFirstRender } from '../../kit/first-paint/first-render.ts'
import { currentLanguage } from '../../kit/language/language.ts'

/** Interface that browsers with speech recognition have in common; the standard types do not know it yet. */
interface Listener extends EventTarget {
  lang: string
  continuous: boolean
  interimResults: boolean
  start: () => void
  stop: () => void
}
type HeardEvent = Event & {
  resultIndex: number
  results: ArrayLike<ArrayLike<{ transcript: string }> & { isFinal: boolean }>
}

const listenerOf = (): (new () => Listener) | undefined => {
  const known = window as { SpeechRecognition?: new () => Listener; webkitSpeechRecognition?: new () => Listener }
  return known.SpeechRecognition ?? known.webkitSpeechRecognition
}

/** Listens with the browser's own ears, where it has them; null elsewhere: the keyboard of a phone dictates, too. */
export const useSpeech = (onWords: (words: string) => void) => {
  const [listening, setListening] = useState(false)
  const listener = useRef<Listener | null>(null)
  const hear = useRef(onWords)
  hear.current = onWords
  useEffect(() => () => listener.current?.stop(), [])
  // Nearly all browsers have it: the server renders the button, too.
  const isHydrating = useFirstRender() !== null
  const Recognizer = isHydrating ? undefined : listenerOf()
  if (!Recognizer && !isHydrating) return null
  const start = () => {
    if (!Recognizer) return
    const made = new Recognizer()
    made.lang = currentLanguage()
    made.continuous = true
    made.interimResults = false
    made.addEventListener('result', event => {
      const { results, resultIndex } = event as HeardEvent
      for (const result of Array.from(results).slice(resultIndex))
        if (result.isFinal) hear.current(result[0]?.transcript.trim() ?? '')
    })
    made.addEventListener('end', () => setListening(false))
    made.addEventListener('error', () => setListening(false))
    made.start()
    listener.current = made
    setListening(true)
  }
  return { listening, toggle: () => (listening ? listener.current?.stop() : start()) }
}
