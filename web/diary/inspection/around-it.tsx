import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Inspection } from '#shared/contract/diary/inspections.ts'
import { LISTS } from '../../kit/api/lists.ts'
import { useFormat } from '../../kit/language/format.ts'
import { QuantityName } from '../../ui/data-display/quantity-name.tsx'
import { StatusWord } from '../../ui/status/status-word.tsx'
import { useClimates } from '../queries.ts'
import { climateOf, isOut } from './climate.ts'
import classes from './inspection.module.css'

/** The climate half an hour around an inspection. */
export function AroundIt({ inspection: { id, areas } }: { inspection: Inspection }) {
  const { t } = useTranslation('diary')
  const format = useFormat()
  const { data: lists } = useQuery(LISTS)
  const climates = useClimates([id])
  const values = climates.get(id)
  if (!lists) return null
  const visible = climateOf(values ?? [], areas[0]?.area_type_id, lists)
  return (
    <section className={`bm-card ${classes.part}`} aria-labelledby="climate">
      <h2 id="climate">{t('climate.title')}</h2>
      {values && visible.length === 0 && <p className="bm-muted">{t('climate.none')}</p>}
      <dl className={classes.values}>
        {visible.map(value => (
          <div key={value.measurement}>
            <dt>
              <QuantityName name={value.name} />
            </dt>
            <dd>
              {isOut(value) && value.status && <StatusWord status={value.status} />}
              <b>{format.value(value.value, value.decimals, value.unit)}</b>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
