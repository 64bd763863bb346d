import { useTranslation } from 'react-i18next'
import type { RawMessage } from '#shared/contract/measurements/mappings.ts'
import { useFormat } from '../../../kit/language/format.ts'
import type { TypesByAbbreviation } from '../../../ui/data-display/formatted-value.ts'
import { useFormattedValue } from '../../../ui/data-display/formatted-value.ts'
import { StatusShape } from '../../../ui/status/status-shape.tsx'
import classes from '../mapping.module.css'
import { useReason } from './outcome.tsx'

/** List of what became of the values of a message when it came, by the mapping of that time. */
export function BecameList({ message, types }: { message: RawMessage; types: TypesByAbbreviation }) {
  const { t } = useTranslation('mapping')
  const format = useFormat()
  const formatValue = useFormattedValue(types)
  const reason = useReason(types)
  const { became, accepted, refused } = message
  return (
    <section className={`bm-card ${classes.then}`}>
      <h2>{t('then')}</h2>
      <p className="bm-small bm-muted">
        {accepted + refused === 0
          ? t('then_none')
          : t('taken', { accepted: format.number(accepted), refused: format.number(refused) })}
      </p>
      <ul>
        {became.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a message that came never changes
          <li key={index}>
            <StatusShape status={one.code ? 'act_now' : 'good'} size={16} />
            <b className="bm-mono">{one.abbreviation ?? one.path}</b>
            <span className={one.code ? classes.refused : undefined}>
              {one.code
                ? reason(one.code, one.abbreviation ?? one.path, one.message ?? '')
                : formatValue(one.abbreviation ?? '', one.value ?? 0)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
