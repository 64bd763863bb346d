import { useTranslation } from 'react-i18next'
import { MAX_AGES } from '#shared/rules/locations/round-bands.ts'
import { StatusShape } from '../../ui/status/status-shape.tsx'
import classes from './rounds.module.css'
import type { RowProblem } from './tables.ts'

/** Rows of a pasted table that cannot be read, and why. */
export function RowProblems({ problems }: { problems: readonly RowProblem[] }) {
  const { t } = useTranslation('rounds')
  if (problems.length === 0) return null
  return (
    <div role="alert">
      <ul className={`bm-small ${classes.problems}`}>
        {problems.map(({ row, problem }) => (
          <li key={row}>
            <StatusShape status="act_now" size={14} /> {t(`row.${problem}`, { row, limit: MAX_AGES })}
          </li>
        ))}
      </ul>
    </div>
  )
}
