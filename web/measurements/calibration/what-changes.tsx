import { IconArrowRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../kit/language/format.ts'
import classes from './calibration.module.css'
import type { ColumnFigures } from './changes.ts'

interface Props {
  before: ColumnFigures & { grade: number | null }
  after: ColumnFigures & { grade: number | null }
  unit: string
  decimals: number
  limit: number | null
}

/** Figures the calibration changes in the period on screen: before in brass, after in ink. */
export function WhatChanges({ before, after, unit, decimals, limit }: Props) {
  const { t } = useTranslation('calibration')
  const format = useFormat()
  const rows = [
    { name: t('changes.mean'), from: before.mean, to: after.mean, decimals: Math.max(1, decimals), unit },
    { name: t('changes.grade'), from: before.grade, to: after.grade, decimals: 1, unit: '' },
    ...(limit === null
      ? []
      : [
          {
            name: t('changes.over', { limit: format.value(limit, 0, unit) }),
            from: before.overLimit === null ? null : before.overLimit / 3600,
            to: after.overLimit === null ? null : after.overLimit / 3600,
            decimals: 1,
            unit: 'h',
          },
        ]),
  ].filter(({ from, to }) => from !== null && to !== null)
  if (rows.length === 0) return null
  return (
    <section className={`bm-card ${classes.card}`}>
      <h2>{t('changes.title')}</h2>
      <dl className={classes.changes}>
        {rows.map(row => (
          <div key={row.name}>
            <dt>{row.name}</dt>
            <dd>
              <span className={classes.old}>{format.figure(row.from ?? 0, row.decimals, row.unit)}</span>
              <IconArrowRight size={16} stroke={1.9} aria-label={t('changes.becomes')} />
              <b>
                {row.unit
                  ? format.value(row.to ?? 0, row.decimals, row.unit)
                  : format.figure(row.to ?? 0, row.decimals, '')}
              </b>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
