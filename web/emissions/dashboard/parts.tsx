import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type Emitted, SUBSTANCES } from '#shared/rules/science/emission-chain.ts'
import { QuantityName } from '../../ui/data-display/quantity-name.tsx'
import classes from './emission.module.css'

const MARKS = ['line', 'measured', 'range', 'ceiling', 'before', 'factor'] as const
type Mark = (typeof MARKS)[number]

interface HeadProps {
  id: string
  title: string
  /** Key of the unit in words. */
  unit: 'sum.unit' | 'areas.unit'
  gas: Emitted
  marks: readonly Mark[]
}

/** Head of a card that draws an emission: its title, unit, and how its marks look. */
export function DrawnHead({ id, title, unit, gas, marks }: HeadProps) {
  const { t } = useTranslation('emission')
  return (
    <div className={classes.head}>
      <h2 id={id}>{title}</h2>
      <span className="bm-small bm-muted">
        <QuantityName name={t(unit, { gas: SUBSTANCES[gas] })} />
      </span>
      <span className={classes.keys}>
        {marks.map(mark => (
          <span key={mark} className={classes.key} data-mark={mark}>
            {t(`key.${mark === 'line' ? 'measured' : mark}`)}
          </span>
        ))}
      </span>
    </div>
  )
}

interface FigureProps {
  /** Name of the number, as somebody hears it. */
  name: string
  /** The number with its unit as text; null where there is none. */
  value: string | null
  children?: ReactNode
  onExplain: () => void
}

/** Number in large that opens how it came about. */
export function Figure({ name, value, children, onExplain }: FigureProps) {
  const { t } = useTranslation('emission')
  if (value === null) return <p className={classes.big}>–</p>
  return (
    <button type="button" className={classes.big} aria-label={t('why', { name, value })} onClick={onExplain}>
      {children ?? value}
    </button>
  )
}
