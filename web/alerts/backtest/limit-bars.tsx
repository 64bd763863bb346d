import { useTranslation } from 'react-i18next'
import type { BacktestAnswer } from '#shared/contract/alerts/alert-rules.ts'
import { useFormat } from '../../kit/language/format.ts'
import { limitFigure } from '../../kit/language/viewer-formats.ts'
import classes from '../backtest.module.css'

interface Props {
  answer: BacktestAnswer
  /** Unit in which the limits are read. */
  unit: string
  limit: number | null
  /** True where the limits are differences of two values. */
  isDifference: boolean
  onMove: (limit: number) => void
}

/** Bars of how often other limits would have fired; a press takes one. */
export function LimitBars({ answer: { limits, unit: kept }, unit, limit, isDifference, onMove }: Props) {
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
              {limitFigure(threshold_value, kept, isDifference)} <span className="bm-hidden">{unit}</span>
            </span>
          </button>
        ))}
      </div>
    </fieldset>
  )
}
