import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import type { Frame } from '#shared/contract/measurements/measurements.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { queryOf } from '../kit/api/query.ts'
import { InsightItem } from './insight-item.tsx'
import type { InsightWords } from './insight-words.ts'
import classes from './insights.module.css'

/** Shown until somebody wants all. */
const FIRST = 4

interface Props {
  deviceId: number
  frame: Pick<Frame, 'from' | 'until'>
  lists: InsightWords['lists']
}

/** Whole days, so that a period that moves on by minutes is not asked for anew. */
const daysOf = ({ from, until }: Props['frame']) => ({
  from: new Date(Math.floor(Date.parse(from) / DAY_MS) * DAY_MS).toISOString(),
  until: new Date(Math.ceil(Date.parse(until) / DAY_MS) * DAY_MS).toISOString(),
})

/** Insights of the nights and days of a period into the area of a device. */
export default function InsightsCard({ deviceId, frame, lists }: Props) {
  const { t } = useTranslation('insights')
  const [all, setAll] = useState(false)
  const [dismissed, setDismissed] = useState(false)
  const read = useQuery(queryOf(api.listInsights, { query: { device_id: deviceId, ...daysOf(frame) } }))
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
  const open = read.data.filter(({ dismissed_at }) => dismissed_at === null)
  const away = read.data.length - open.length
  const listed = dismissed ? read.data : open
  const visible = all ? listed : listed.slice(0, FIRST)
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
      {listed.length > FIRST && (
        <button type="button" className={classes.toggle} onClick={() => setAll(!all)}>
          {all ? t('fewer') : t('all', { count: listed.length })}
        </button>
      )}
    </section>
  )
}
