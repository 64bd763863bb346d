import { Button, NativeSelect } from '@mantine/core'
import { IconAlertTriangle, IconCamera, IconWifi, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { SubscriptionPlan } from '#shared/contract/devices/devices.ts'
import { useIsDesktop, usePhone } from '../../kit/browser/is-desktop.ts'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { Segments } from '../../ui/forms/segments.tsx'
import { nextDeviceOnline, nextDevicePhoto, type Shown } from './device-list.ts'
import classes from './devices.module.css'

interface Props {
  shown: Shown
  onShow: (change: Partial<Shown>) => void
  count: number
  all: number
}

const PLANS = ['all', ...SubscriptionPlan.options] as const

/** Search and filters of the list; each filter goes round with every press and says where it stands. */
export function DeviceToolbar({ shown, onShow, count, all }: Props) {
  const { t } = useTranslation('devices')
  const desk = useIsDesktop()
  const phone = usePhone()
  const quiet = (filter: string) => (phone && filter === 'off' ? 'bm-hidden' : undefined)
  const plans = PLANS.map(plan => ({
    value: plan,
    label: plan !== 'all' ? t(`plan.${plan}`) : t(phone ? 'field.plan' : 'filter.all_plans'),
  }))
  const narrowed =
    shown.search !== '' || shown.plan !== 'all' || shown.online !== 'off' || shown.photo !== 'off' || shown.refused
  return (
    <search className={classes.toolbar}>
      <SearchField
        className={classes.search}
        label={t('filter.search')}
        search={shown.search}
        onSearch={search => onShow({ search })}
      />
      {!phone && (
        <Segments
          size={desk ? 'sm' : 'md'}
          aria-label={t('field.plan')}
          data={plans}
          value={shown.plan}
          onChange={plan => onShow({ plan })}
        />
      )}
      <button
        type="button"
        className={classes.pill}
        aria-pressed={shown.online !== 'off'}
        onClick={() => onShow({ online: nextDeviceOnline(shown.online) })}
      >
        <IconWifi size={18} stroke={1.9} aria-hidden="true" />
        <span className={quiet(shown.online)}>{t(`filter.online.${shown.online}`)}</span>
      </button>
      <button
        type="button"
        className={classes.pill}
        aria-pressed={shown.photo !== 'off'}
        onClick={() => onShow({ photo: nextDevicePhoto(shown.photo) })}
      >
        <IconCamera size={18} stroke={1.9} aria-hidden="true" />
        <span className={quiet(shown.photo)}>{t(`filter.photo.${shown.photo}`)}</span>
      </button>
      {phone && (
        <NativeSelect
          size="md"
          className={classes.plans}
          aria-label={t('field.plan')}
          data={plans}
          value={shown.plan}
          onChange={event => onShow({ plan: PLANS.find(plan => plan === event.currentTarget.value) ?? 'all' })}
        />
      )}
      <button
        type="button"
        className={classes.pill}
        aria-pressed={shown.refused}
        onClick={() => onShow({ refused: !shown.refused })}
      >
        {!phone && <IconAlertTriangle size={18} stroke={1.9} aria-hidden="true" />}
        {t(phone ? 'filter.refused_short' : 'filter.refused')}
      </button>
      {narrowed && (
        <span className={classes.found} role="status">
          {t('filter.found', { count, all })}
          <Button
            variant="subtle"
            size="compact-md"
            leftSection={<IconX size={16} stroke={2} />}
            onClick={() => onShow({ search: '', plan: 'all', online: 'off', photo: 'off', refused: false })}
          >
            {t('filter.clear')}
          </Button>
        </span>
      )}
      {desk && <span className={`bm-small bm-muted ${classes.unitNote}`}>{t('age.note')}</span>}
    </search>
  )
}
