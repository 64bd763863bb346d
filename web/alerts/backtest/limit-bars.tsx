import { useTranslation } from 'react-i18next'
import type { BacktestAnswer } from '#shared/contract/alerts/alert-rules.ts'
import { useFormat } from '../../kit/language/format.ts'
import classes from '../backtest.module.css'

const digits = (value: number): number => String(value).split('.')[1]?.length ?? 0

interface Props {
  answer: BacktestAnswer
  limit: number | null
  onMove: (limit: number) => void
}

/** Bars of how often other limits would have fired; a press takes one. */
export function LimitBars({ answer: { limits, unit }, limit, onMove }: Props) {
  const { t } = useTranslation('alert-rules')
  const format = useFormat()
  const most = Math.max(1, ...limits.map(one => one.firings))
  return (
    <fieldset className={classes.bars}>
      <legend>{t('backtest.if_moved')}</legend>
      <div>
        {limits.map(({ threshold_value, firings }) => (
          <button
            key={threshold_value}
            type="button"
            aria-pressed={threshold_value === limit}
            onClick={() => onMove(threshold_value)}
          >
            <b className="bm-num">{format.number(firings)}</b>
            <span className="bm-hidden">{t('backtest.bar', { count: firings })}</span>
            <i style={{ height: `${(firings / most) * 56 + 2}px` }} />
            <span>
              {format.number(threshold_value, digits(threshold_value))} <span className="bm-hidden">{unit}</span>
            </span>
          </button>
        ))}
      </div>
    </fieldset>
  )
}
