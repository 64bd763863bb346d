import { useTranslation } from 'react-i18next'
import { useFormat } from '../../kit/language/format.ts'
import type { Status } from '../status/status.ts'

const BARN = 'M4 60.5a3 3 0 0 1-3-3V24L10.5 10.5 29 2l18.5 8.5L57 24v33.5a3 3 0 0 1-3 3Z'

const paint = (status: Status): { fill: string; stroke: string; text: string } => {
  if (status === 'act_now') return { fill: 'var(--bm-badFill)', stroke: 'var(--bm-badFill)', text: 'var(--bm-onBad)' }
  return { fill: 'var(--bm-statusSoft)', stroke: 'var(--bm-status)', text: 'var(--bm-status)' }
}

interface Props {
  grade: number | null
  status: Status
  /** Width in px. */
  size?: number
}

/** The grade badge: a little barn with one decimal, dashed without data. */
export function GradeBarn({ grade, status, size = 46 }: Props) {
  const { t } = useTranslation('ui')
  const format = useFormat()
  const figure = grade === null ? '–' : format.number(grade, 1)
  const colours = paint(status)
  const label =
    grade === null ? t(`status.${status}`) : t('grade.spoken', { grade: figure, status: t(`status.${status}`) })
  return (
    <svg
      width={size}
      height={(size * 62) / 58}
      viewBox="0 0 58 62"
      role="img"
      aria-label={label}
      data-status={status}
      style={{ display: 'block' }}
    >
      <path
        d={BARN}
        fill={colours.fill}
        stroke={colours.stroke}
        strokeWidth="2"
        strokeLinejoin="round"
        strokeDasharray={['no_data', 'stale', 'pending'].includes(status) ? '4 3' : undefined}
      />
      <text
        x="29"
        y="46"
        textAnchor="middle"
        fontSize={figure.length > 3 ? 20 : 23}
        fontWeight="680"
        letterSpacing="-.6"
        fill={colours.text}
        style={{ fontFeatureSettings: '"tnum"' }}
      >
        {figure}
      </text>
    </svg>
  )
}
