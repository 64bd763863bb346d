import { IconBulb } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import { queryOf } from '../kit/api/query.ts'
import { useNow } from '../kit/time/now.ts'
import { QuantityName } from '../ui/data-display/quantity-name.tsx'
import classes from './insights.module.css'
import { isOfLastDay, periodOfLastDay } from './last-day.ts'

/**
 * Insights of yesterday and last night into an area, in a word, or as a `sign` alone; nothing where nothing stands out.
 * All areas ask once together.
 */
export default function AreaInsights({ areaId, sign }: { areaId: number; sign?: boolean }) {
  const { t } = useTranslation('insights')
  const now = useNow()
  const { data = [] } = useQuery(queryOf(api.listInsights, { query: periodOfLastDay(now) }))
  const found = data.filter(one => one.area_id === areaId && one.dismissed_at === null && isOfLastDay(one, now))
  const [first] = found
  if (!first) return null
  const more = new Set(found.map(({ insight }) => insight)).size - 1
  const name = t(`name.${first.insight}`)
  if (sign)
    return (
      <span className={classes.sign} title={name}>
        <IconBulb size={17} stroke={1.8} aria-hidden="true" />
        <span className="bm-hidden">
          {t('title')}: {name}
        </span>
      </span>
    )
  return (
    <p className={classes.chip}>
      <IconBulb size={17} stroke={1.8} aria-hidden="true" />
      <span className="bm-hidden">{t('title')}: </span>
      <QuantityName name={name} />
      {more > 0 && <span className="bm-muted">{t('more_here', { count: more })}</span>}
    </p>
  )
}
