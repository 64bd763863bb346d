import { ActionIcon, Button, NativeSelect } from '@mantine/core'
import { IconAlertTriangle, IconCamera, IconListCheck, IconWifi, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { SubscriptionPlan } from '#shared/contract/devices/devices.ts'
import { useIsDesktop, usePhone } from '../../kit/browser/is-desktop.ts'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { Segments } from '../../ui/forms/segments.tsx'
import { type DeviceFilters, nextDeviceOnline, nextDevicePhoto } from './device-list.ts'
import classes from './devices.module.css'

interface Props {
  filters: DeviceFilters
  onFilter: (change: Partial<DeviceFilters>) => void
  count: number
  all: number
  choosing: boolean
  onChoosing: (on: boolean) => void
}

const PLANS = ['all', ...SubscriptionPlan.options] as const

/** Search and filters of the list; each filter goes round with every press and says where it stands. */
export function DeviceToolbar({ filters, onFilter, count, all, choosing, onChoosing }: Props) {
  const { t } = useTranslation('devices')
  const isDesktop = useIsDesktop()
  const phone = usePhone()
  const quiet = (filter: string) => (phone && filter === 'off' ? 'bm-hidden' : undefined)
  const plans = PLANS.map(plan => ({
    value: plan,
    label: plan !== 'all' ? t(`plan.${plan}`) : t(phone ? 'field.plan' : 'filter.all_plans'),
  }))
  const narrowed =
    filters.search !== '' ||
    filters.plan !== 'all' ||
    filters.online !== 'off' ||
    filters.photo !== 'off' ||
    filters.refused
  return (
    <search className={classes.toolbar}>
      <SearchField
        className={classes.search}
        label={t('filter.search')}
        search={filters.search}
        onSearch={search => onFilter({ search })}
      />
      {!phone && (
        <Segments
          size={isDesktop ? 'sm' : 'md'}
          aria-label={t('field.plan')}
          data={plans}
          value={filters.plan}
          onChange={plan => onFilter({ plan })}
        />
      )}
      <button
        type="button"
        className={classes.pill}
        aria-pressed={filters.online !== 'off'}
        onClick={() => onFilter({ online: nextDeviceOnline(filters.online) })}
      >
        <IconWifi size={18} stroke={1.9} aria-hidden="true" />
        <span className={quiet(filters.online)}>{t(`filter.online.${filters.online}`)}</span>
      </button>
      <button
        type="button"
        className={classes.pill}
        aria-pressed={filters.photo !== 'off'}
        onClick={() => onFilter({ photo: nextDevicePhoto(filters.photo) })}
      >
        <IconCamera size={18} stroke={1.9} aria-hidden="true" />
        <span className={quiet(filters.photo)}>{t(`filter.photo.${filters.photo}`)}</span>
      </button>
      {phone && (
        <NativeSelect
          size="md"
          className={classes.plans}
          aria-label={t('field.plan')}
          data={plans}
          value={filters.plan}
          onChange={event => onFilter({ plan: PLANS.find(plan => plan === event.currentTarget.value) ?? 'all' })}
        />
      )}
      <button
        type="button"
        className={classes.pill}
        aria-pressed={filters.refused}
        onClick={() => onFilter({ refused: !filters.refused })}
      >
        {!phone && <IconAlertTriangle size={18} stroke={1.9} aria-hidden="true" />}
        {t(phone ? 'filter.refused_short' : 'filter.refused')}
      </button>
      <ActionIcon
        variant="default"
        size={isDesktop ? 42 : 48}
        aria-label={t('bulk.choosing')}
        title={t('bulk.choosing')}
        aria-pressed={choosing}
        onClick={() => onChoosing(!choosing)}
      >
        <IconListCheck size={20} stroke={1.8} />
      </ActionIcon>
      {narrowed && (
        <span className={classes.found} role="status">
          {t('filter.found', { count, all })}
          <Button
            variant="subtle"
            size="compact-md"
            leftSection={<IconX size={16} stroke={2} />}
            onClick={() => onFilter({ search: '', plan: 'all', online: 'off', photo: 'off', refused: false })}
          >
            {t('filter.clear')}
          </Button>
        </span>
      )}
      {isDesktop && <span className={`bm-small bm-muted ${classes.unitNote}`}>{t('age.note')}</span>}
    </search>
  )
}
