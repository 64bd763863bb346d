import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CallFailed } from '#shared/contract/call.ts'
import { StatusShape } from '../../ui/status/status-shape.tsx'
import classes from './dashboard.module.css'
import type { StatisticsRead } from './queries.ts'

interface Props {
  read: Pick<StatisticsRead, 'failure' | 'again'>
  /** A way to get an answer where this question is refused. */
  remedy?: { label: string; take: () => void } | undefined
}

/** Tells whether nobody answered at all: no network, or no server. */
const isUnanswered = (failure: unknown): boolean => !(failure instanceof CallFailed && failure.status > 0)

/** Why an answer did not come, and what to do about it. */
export function ReadFailure({ read: { failure, again }, remedy }: Props) {
  const { t } = useTranslation(['statistics', 'ui'])
  const said = failure instanceof CallFailed && !isUnanswered(failure) ? failure.message : ''
  const tooMuch = failure instanceof CallFailed && failure.code === 'too_much_data'
  return (
    <div className={classes.failed} role="alert">
      <p>
        <StatusShape status="attention" size={20} /> {said || t('ui:error.no_answer_text')}
      </p>
      {tooMuch && remedy && (
        <Button variant="light" onClick={remedy.take}>
          {remedy.label}
        </Button>
      )}
      {/* The same question would be too much again. */}
      {!tooMuch && (
        <Button variant="light" onClick={again}>
          {t('again')}
        </Button>
      )}
    </div>
  )
}

/** Says once why there are no charts. */
export function NoCharts({ read }: Props) {
  return (
    <section className={`bm-card ${classes.none}`}>
      <ReadFailure read={read} />
    </section>
  )
}

/**
 * A failure that all charts share: that of the overview, which tells the areas they are drawn of, or nobody who answers any of
 * them. Each card would say the same.
 */
export const sharedFailure = (
  overview: StatisticsRead,
  charts: readonly StatisticsRead[],
): Pick<StatisticsRead, 'failure' | 'again'> | null => {
  if (overview.failure) return { failure: overview.failure, again: () => againOf([overview, ...charts]) }
  const [first] = charts
  const nobody = first && charts.every(({ failure }) => failure && isUnanswered(failure))
  return nobody ? { failure: first.failure, again: () => againOf([overview, ...charts]) } : null
}

/** Asks anew what failed. */
const againOf = (reads: readonly StatisticsRead[]): void => {
  for (const { failure, again } of reads) if (failure) again()
}
