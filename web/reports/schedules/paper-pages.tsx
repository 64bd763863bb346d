import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import workerAddress from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EarlierLater } from '../../ui/forms/earlier-later.tsx'
import classes from './preview.module.css'

GlobalWorkerOptions.workerSrc = workerAddress

/** Pixels of a screen that are drawn for each of the page: more would only cost a phone memory. */
const MAX_PIXELS = 2

interface Props {
  pdf: Blob
  /** Words about the file, beside the page number. */
  about: string
  onFailed: () => void
}

/** Pages of a PDF as pictures, one at a time, with their text for who does not see them. */
export default function PaperPages({ pdf, about, onFailed }: Props) {
  const { t } = useTranslation('schedules')
  const [paper, setPaper] = useState<PDFDocumentProxy | null>(null)
  const [number, setNumber] = useState(1)
  useEffect(() => {
    let isLeft = false
    const opening = pdf.arrayBuffer().then(data => getDocument({ data, isEvalSupported: false }).promise)
    opening
      .then(opened => {
        if (isLeft) return
        setNumber(1)
        setPaper(opened)
      })
      .catch(() => !isLeft && onFailed())
    return () => {
      isLeft = true
      opening.then(opened => opened.loadingTask.destroy()).catch(() => undefined)
    }
  }, [pdf, onFailed])
  const count = paper?.numPages ?? 1
  return (
    <>
      <div className={classes.bar}>
        <span className="bm-small bm-muted bm-grow">{about}</span>
        {count > 1 && (
          <>
            <span className="bm-num" aria-live="polite">
              <span className="bm-hidden">{t('preview.page', { page: number, count })}</span>
              <span aria-hidden>
                {number} / {count}
              </span>
            </span>
            <EarlierLater
              earlier={t('preview.page_before')}
              later={t('preview.page_after')}
              isFirst={number === 1}
              isLast={number === count}
              onEarlier={() => setNumber(one => Math.max(1, one - 1))}
              onLater={() => setNumber(one => Math.min(count, one + 1))}
            />
          </>
        )}
      </div>
      <div className={classes.sheet}>
        {paper && <Page paper={paper} number={Math.min(number, count)} onFailed={onFailed} />}
      </div>
    </>
  )
}

function Page({ paper, number, onFailed }: { paper: PDFDocumentProxy; number: number; onFailed: () => void }) {
  const { t } = useTranslation('schedules')
  const canvas = useRef<HTMLCanvasElement>(null)
  const [text, setText] = useState('')
  useEffect(() => {
    let isLeft = false
    let stop = () => {}
    const draw = async () => {
      const page = await paper.getPage(number)
      const { current } = canvas
      if (isLeft || !current) return
      const { width } = page.getViewport({ scale: 1 })
      const scale = (current.clientWidth / width) * Math.min(window.devicePixelRatio, MAX_PIXELS)
      const viewport = page.getViewport({ scale })
      current.width = Math.round(viewport.width)
      current.height = Math.round(viewport.height)
      const drawing = page.render({ canvas: current, viewport })
      stop = () => drawing.cancel()
      await drawing.promise
      const { items } = await page.getTextContent()
      if (!isLeft) setText(items.map(item => ('str' in item ? item.str : '')).join(' '))
    }
    draw().catch(() => !isLeft && onFailed())
    return () => {
      isLeft = true
      stop()
    }
  }, [paper, number, onFailed])
  return (
    <>
      <canvas
        ref={canvas}
        className={classes.page}
        role="img"
        aria-label={t('preview.page', { page: number, count: paper.numPages })}
      />
      <p className="bm-hidden">{text}</p>
    </>
  )
}
