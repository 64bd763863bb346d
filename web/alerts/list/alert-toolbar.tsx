import { ActionIcon, Button, NativeSelect } from '@mantine/core'
import { IconChecks, IconListCheck, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Alert } from '#shared/contract/alerts/alerts.ts'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { Segments } from '../../ui/forms/segments.tsx'
import { type AlertFilters, choicesIn, FILTER_KINDS, hasAlertFilters, URGENT } from './alert-filter.ts'
import classes from './alerts.module.css'

interface Props {
  alerts: readonly Alert[]
  filters: AlertFilters
  onFilter: (change: Partial<AlertFilters>) => void
  choosing: boolean
  onChoosing: (on: boolean) => void
  onAllRead: () => void
  count: number
}

const NOTHING: Partial<AlertFilters> = {
  search: '',
  open: false,
  unread: false,
  place: null,
  device: null,
  urgency: null,
  kind: null,
}

/** Shown or hidden, search, filters, and the ways to do something with many at once. */
export function AlertToolbar({ alerts, filters, onFilter, choosing, onChoosing, onAllRead, count }: Props) {
  const { t } = useTranslation(['alerts', 'alert-sentence'])
  const { places, devices } = choicesIn(alerts)
  const all = { value: '', label: '' }
  const idOf = (value: string) => (value === '' ? null : Number(value))
  const selects = [
    {
      name: 'place',
      value: filters.place === null ? '' : String(filters.place),
      options: places,
      take: (value: string) => onFilter({ place: idOf(value) }),
    },
    {
      name: 'device',
      value: filters.device === null ? '' : String(filters.device),
      options: devices,
      take: (value: string) => onFilter({ device: idOf(value) }),
    },
    {
      name: 'urgency',
      value: filters.urgency ?? '',
      options: URGENT.map(value => ({ value, label: t(`alert-sentence:urgency.${value}`) })),
      take: (value: string) => onFilter({ urgency: URGENT.find(one => one === value) ?? null }),
    },
    {
      name: 'kind',
      value: filters.kind ?? '',
      options: FILTER_KINDS.map(value => ({ value, label: t(`kind.${value}`) })),
      take: (value: string) => onFilter({ kind: FILTER_KINDS.find(one => one === value) ?? null }),
    },
  ] as const
  return (
    <search className={classes.toolbar}>
      <div className={classes.tools}>
        <Segments
          aria-label={t('lists')}
          value={filters.hidden ? 'hidden' : 'shown'}
          onChange={value => onFilter({ hidden: value === 'hidden' })}
          data={[
            { value: 'shown', label: t('list.shown') },
            { value: 'hidden', label: t('list.hidden') },
          ]}
        />
        <span className="bm-grow" />
        <ActionIcon
          variant="default"
          size={44}
          aria-label={t('all_read')}
          title={t('all_read')}
          disabled={!alerts.some(({ read }) => !read)}
          onClick={onAllRead}
        >
          <IconChecks size={21} stroke={1.8} />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size={44}
          aria-label={t('choosing')}
          title={t('choosing')}
          aria-pressed={choosing}
          onClick={() => onChoosing(!choosing)}
        >
          <IconListCheck size={21} stroke={1.8} />
        </ActionIcon>
      </div>
      <SearchField label={t('filter.search')} search={filters.search} onSearch={search => onFilter({ search })} />
      <div className={classes.filters}>
        {(['open', 'unread'] as const).map(filter => (
          <button
            key={filter}
            type="button"
            className={classes.pill}
            aria-pressed={filters[filter]}
            onClick={() => onFilter({ [filter]: !filters[filter] })}
          >
            {t(`filter.${filter}`)}
          </button>
        ))}
        {selects.map(({ name, value, options, take }) => (
          <NativeSelect
            key={name}
            className={classes.select}
            data-on={value !== '' || undefined}
            aria-label={t(`filter.${name}`)}
            data={[{ ...all, label: t(`filter.all_${name}`) }, ...options]}
            value={value}
            onChange={event => take(event.currentTarget.value)}
          />
        ))}
      </div>
      {hasAlertFilters(filters) && (
        <p className={classes.found} role="status">
          {t('filter.found', { count })}
          <Button
            variant="subtle"
            size="compact-md"
            leftSection={<IconX size={16} stroke={2} />}
            onClick={() => onFilter(NOTHING)}
          >
            {t('filter.clear')}
          </Button>
        </p>
      )}
    </search>
  )
}
