import { Button } from '@mantine/core'
import { IconAlertTriangle, IconBell, IconCamera, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IMPRESSIONS } from '#shared/contract/fixed.ts'
import { useFormat } from '../../kit/language/format.ts'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { FACES } from '../answers/faces.ts'
import classes from './diary.module.css'
import { type DiaryFilters, FLAGS, hasDiaryFilters, type InspectionFlag, NOTHING, toggled } from './filter.ts'
import { PeriodFilter } from './period-filter.tsx'

interface Props {
  filters: DiaryFilters
  flags?: readonly InspectionFlag[]
  /** Number of those that match, and of all; undefined while they are counted. */
  found: number | undefined
  all: number | undefined
  onFilter: (change: Partial<DiaryFilters>) => void
  /** Beside the search. */
  children?: ReactNode
}

const FLAG_ICONS = { needs_attention: IconAlertTriangle, reminder: IconBell, photos: IconCamera } as const

/** Search, filters that stack in one row, and what they leave (design §8.6). */
export function Filters({ filters, flags = FLAGS, found, all, onFilter, children }: Props) {
  const { t } = useTranslation('diary')
  const format = useFormat()
  const chip = (key: string, Icon: typeof IconBell, label: string, on: boolean, change: Partial<DiaryFilters>) => (
    <button key={key} type="button" className={classes.chip} aria-pressed={on} onClick={() => onFilter(change)}>
      <Icon size={20} stroke={1.8} aria-hidden="true" />
      {label}
      {on && <IconX size={16} stroke={2.2} aria-hidden="true" />}
    </button>
  )
  return (
    <search className={classes.filters}>
      <div className={classes.searching}>
        <SearchField label={t('search')} search={filters.search} onSearch={search => onFilter({ search })} />
        {children}
      </div>
      <div className={classes.chips}>
        {IMPRESSIONS.toReversed().map(one =>
          chip(one, FACES[one], t(`impression.${one}`), filters.impression.includes(one), {
            impression: toggled(filters.impression, one),
          }),
        )}
        {flags.map(flag =>
          chip(flag, FLAG_ICONS[flag], t(`filter.${flag}`), filters.flags.includes(flag), {
            flags: toggled(filters.flags, flag),
          }),
        )}
        <PeriodFilter filters={filters} onFilter={onFilter} />
      </div>
      {hasDiaryFilters(filters) && (
        <p className={classes.found} role="status">
          <span>
            {found !== undefined &&
              (all === undefined
                ? t('found', { count: found, number: format.number(found) })
                : t('found_of', { number: format.number(found), count: all, all: format.number(all) }))}
          </span>
          <Button variant="subtle" size="compact-md" onClick={() => onFilter(NOTHING)}>
            {t('clear')}
          </Button>
        </p>
      )}
    </search>
  )
}
