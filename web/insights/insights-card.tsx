import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Frame } from '#shared/contract/measurements/measurements.ts'
import { useSome } from '../ui/data-display/use-some.tsx'
import { InsightItem } from './insight-item.tsx'
import type { InsightWords } from './insight-words.ts'
import classes from './insights.module.css'
import { useInsights } from './use-insights.ts'

/** Shown until somebody wants more, and how many more then. */
const FIRST = 4
const STEP = 20

interface Props {
  deviceId: number
  frame: Pick<Frame, 'from' | 'until'>
  lists: InsightWords['lists']
}

/** Insights of the nights and days of a period into the area of a device. */
export default function InsightsCard({ deviceId, frame, lists }: Props) {
  const { t } = useTranslation('insights')
  const [dismissed, setDismissed] = useState(false)
  const read = useInsights(deviceId, frame)
  const open = read.data?.filter(({ dismissed_at }) => dismissed_at === null) ?? []
  const listed = (dismissed && read.data) || open
  const [visible, more] = useSome(listed, STEP, FIRST)
  if (read.error && !read.data)
    return (
      <section className={`bm-card ${classes.card}`}>
        <h2>{t('title')}</h2>
        <p>
          {t('failed')}{' '}
          <button type="button" className="bm-link" onClick={() => void read.refetch()}>
            {t('retry')}
          </button>
        </p>
      </section>
    )
  if (!read.data) return null
  const away = read.data.length - open.length
  return (
    <section id="insights" className={`bm-card ${classes.card}`} aria-labelledby="insights-title">
      <header className={classes.head}>
        <h2 id="insights-title">{t('title')}</h2>
        {away > 0 && (
          <button
            type="button"
            className={classes.toggle}
            aria-pressed={dismissed}
            onClick={() => setDismissed(!dismissed)}
          >
            {t('put_away', { count: away })}
          </button>
        )}
      </header>
      {listed.length === 0 ? (
        <p className="bm-muted">{t('none')}</p>
      ) : (
        <>
          <p className="bm-small bm-muted">{t('lead')}</p>
          <ul className={classes.list}>
            {visible.map(insight => (
              <InsightItem key={insight.id} insight={insight} lists={lists} />
            ))}
          </ul>
        </>
      )}
      {more}
    </section>
  )
}
