import { useTranslation } from 'react-i18next'
import { useFormat } from '../../kit/language/format.ts'
import type { Status } from './status.ts'

interface Props {
  /** 0 to 100; null when the device has none or never said. */
  percentage: number | null
  charging: boolean | null
  status: Status
  /** Beside other signs in a line. */
  small?: boolean
}

const STEPS = 10

/** Battery in steps of ten with its number. */
export function Battery({ percentage, charging, status, small }: Props) {
  const { t } = useTranslation('ui')
  const format = useFormat()
  if (percentage === null) return <span className="bm-muted">–</span>
  const filled = Math.round(percentage / STEPS) / STEPS
  return (
    <span className="bm-row bm-nowrap" data-status={status} style={{ gap: small ? 4 : 6, color: 'var(--bm-status)' }}>
      <svg width={small ? 20 : 27} height={small ? 11 : 15} viewBox="0 0 27 15" aria-hidden="true">
        <rect x=".9" y=".9" width="22.2" height="13.2" rx="3.6" fill="none" stroke="currentColor" strokeWidth="1.7" />
        <path d="M25.4 5.4v4.2" stroke="currentColor" strokeWidth="2.2" strokeLinecap="round" />
        <rect
          x="3.2"
          y="3.2"
          width={17.6 * filled}
          height="8.6"
          rx="1.8"
          fill="currentColor"
          opacity={charging ? 0.35 : 1}
        />
        {charging && (
          <path d="m13 2-5 6h3.400l-1 5 5-6H12Z" fill="currentColor" stroke="var(--bm-card)" strokeWidth=".8" />
        )}
      </svg>
      <span style={small ? { fontSize: '0.8125rem' } : { fontWeight: 560 }}>{format.value(percentage, 0, '%')}</span>
      {charging && <span className="bm-hidden">{t('charging')}</span>}
    </span>
  )
}
