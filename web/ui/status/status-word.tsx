import { useTranslation } from 'react-i18next'
import type { Status } from './status.ts'
import { StatusShape } from './status-shape.tsx'

/** Shape and word of a state, in its colour. */
export function StatusWord({ status, word, size = 15 }: { status: Status; word?: string; size?: number }) {
  const { t } = useTranslation('ui')
  return (
    <span className="bm-chip" data-status={status} style={{ color: 'var(--bm-status)' }}>
      <StatusShape status={status} size={size} />
      {word ?? t(`status.${status}`)}
    </span>
  )
}
