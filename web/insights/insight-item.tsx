import { Button } from '@mantine/core'
import { IconBulb, IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import type { Insight } from '#shared/contract/measurements/insights.ts'
import { useApiMutation } from '../kit/api/query.ts'
import { useFormat } from '../kit/language/format.ts'
import { momentIn, shownDate, spanIn } from '../kit/language/viewer-formats.ts'
import { QuantityName } from '../ui/data-display/quantity-name.tsx'
import { amountOf, howOf, type InsightWords, reasonOf, sentenceOf, sourcesOf } from './insight-words.ts'
import classes from './insights.module.css'

interface Props {
  insight: Insight
  lists: InsightWords['lists']
}

/** "2026-11-18 01:00 – 02:35", the date of the end only where it is another. */
const spanText = ({ start, end }: { start: string; end: string }, zone: string): string => spanIn(start, end, zone)

/** Insight with the fact and the likely reason, and on request how it was found. */
export function InsightItem({ insight, lists }: Props) {
  const { t } = useTranslation('insights')
  const format = useFormat()
  const [isOpen, setIsOpen] = useState(false)
  const words: InsightWords = { t, number: format.number, lists }
  const { time_zone: zone, dismissed_at, dismissed_by } = insight
  const threshold = amountOf(insight, insight.threshold, words)
  const at = dismissed_at && momentIn(dismissed_at, zone)
  const sources = sourcesOf(insight, words)
  return (
    <li className={classes.item} data-dismissed={dismissed_at !== null || undefined}>
      <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary>
          <IconBulb size={22} stroke={1.8} aria-hidden="true" className={classes.bulb} />
          <span className={classes.said}>
            <span className={classes.name}>
              <b>
                <QuantityName name={t(`name.${insight.insight}`)} />
              </b>
              <span className="bm-small bm-muted bm-nowrap">{shownDate(insight.day)}</span>
            </span>
            <QuantityName name={sentenceOf(insight, words)} />
          </span>
          <IconChevronDown size={18} stroke={2} aria-hidden="true" className={classes.arrow} />
          <span className="bm-hidden">{t('why')}</span>
        </summary>
        {isOpen && (
          <div className={classes.why}>
            <p>
              <QuantityName name={reasonOf(insight, words)} />
            </p>
            <dl>
              <dt>{t('formula')}</dt>
              <dd>
                <QuantityName name={howOf(insight.insight, words)} />
              </dd>
              {insight.insight !== 'sensor_trouble' && (
                <>
                  <dt>{t('threshold')}</dt>
                  <dd>{t(insight.holds, { value: threshold })}</dd>
                  <dt>{t('measured')}</dt>
                  <dd>{amountOf(insight, insight.value, words)}</dd>
                </>
              )}
              {insight.times.length > 0 && (
                <>
                  <dt>{t('times')}</dt>
                  <dd>
                    {insight.times.map(span => (
                      <div key={span.start}>{spanText(span, zone)}</div>
                    ))}
                  </dd>
                </>
              )}
              <dt>{t('data')}</dt>
              <dd>
                {sources && (
                  <>
                    <QuantityName name={sources} />
                    {', '}
                  </>
                )}
                {t('sensors', { count: insight.device_ids.length })}
                {insight.insight !== 'sensor_trouble' &&
                  `, ${t('complete', { share: format.number(Math.floor(insight.coverage * 100)) })}`}
              </dd>
            </dl>
            {at && (
              <p className="bm-small bm-muted">
                {dismissed_by ? t('dismissed_by', { name: dismissed_by, time: at }) : t('dismissed', { time: at })}
              </p>
            )}
            {insight.may.includes('edit') && <PutAway insight={insight} />}
          </div>
        )}
      </details>
    </li>
  )
}

function PutAway({ insight: { id, insight, dismissed_at } }: Pick<Props, 'insight'>) {
  const { t } = useTranslation('insights')
  const dismiss = useApiMutation(api.dismissInsight, { refresh: [api.listInsights] })
  return (
    <>
      <Button
        variant="default"
        size="md"
        className={classes.button}
        loading={dismiss.isPending}
        onClick={() => dismiss.mutate({ params: { id }, body: { dismissed: dismissed_at === null } })}
      >
        {t(dismissed_at === null ? 'dismiss' : 'restore')}
        <span className="bm-hidden"> {t(`name.${insight}`)}</span>
      </Button>
      {dismiss.error && (
        <p role="alert" className="bm-small">
          {dismiss.error.message}
        </p>
      )}
    </>
  )
}
