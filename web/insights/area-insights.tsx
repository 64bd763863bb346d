import { IconBulb } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { queryOf } from '../kit/api/query.ts'
import { useNow } from '../kit/time/now.ts'
import { QuantityName } from '../ui/data-display/quantity-name.tsx'
import classes from './insights.module.css'

/**
 * Insights of yesterday and last night into an area, in a word, or as a `sign` alone; nothing where nothing stands out.
 * All areas ask once together.
 */
export default function AreaInsights({ areaId, sign }: { areaId: number; sign?: boolean }) {
  const { t } = useTranslation('insights')
  const today = Math.floor(useNow() / DAY_MS) * DAY_MS
  const query = { from: new Date(today - DAY_MS / 2).toISOString(), until: new Date(today + 2 * DAY_MS).toISOString() }
  const { data = [] } = useQuery(queryOf(api.listInsights, { query }))
  const found = data.filter(({ area_id, dismissed_at }) => area_id === areaId && dismissed_at === null)
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
