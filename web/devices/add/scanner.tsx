import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import reader from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { Note } from '../../ui/feedback/note.tsx'
import classes from '../ownership/ownership.module.css'

const EVERY_MS = 250

// Reader from this server, not from wherever the library would fetch it.
prepareZXingModule({ overrides: { locateFile: () => reader } })

/** Looks at the camera's picture until a QR code is in it. Without a camera it says so. */
export default function Scanner({ onFound }: { onFound: (text: string) => void }) {
  const { t } = useTranslation('devices')
  const video = useRef<HTMLVideoElement>(null)
  const [blind, setBlind] = useState(false)
  const found = useRef(onFound)
  found.current = onFound
  useEffect(() => {
    const ending = new AbortController()
    watch(video.current, ending.signal).then(
      text => text !== null && found.current(text),
      () => ending.signal.aborted || setBlind(true),
    )
    return () => ending.abort()
  }, [])
  if (blind) return <Note status="attention">{t('claim.no_camera')}</Note>
  return (
    <div className={classes.scanner}>
      <video ref={video} muted playsInline aria-label={t('claim.camera')} />
      <p className="bm-small bm-muted">{t('claim.hold')}</p>
    </div>
  )
}

const watch = async (video: HTMLVideoElement | null, signal: AbortSignal): Promise<string | null> => {
  if (!video) return null
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
  const stop = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  try {
    signal.throwIfAborted()
    video.srcObject = stream
    await video.play()
    const detector = new BarcodeDetector({ formats: ['qr_code'] })
    while (!signal.aborted) {
      const [code] = await detector.detect(video)
      if (code) return code.rawValue
      await new Promise(resolve => setTimeout(resolve, EVERY_MS))
    }
    return null
  } finally {
    stop()
  }
}
