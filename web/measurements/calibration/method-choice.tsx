import { IconDeviceAnalytics, IconPencil, IconTarget, IconUsersGroup } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { CALIBRATION_METHODS, type CalibrationMethod } from '#shared/contract/devices/calibrations.ts'
import { OptionCards } from '../../ui/forms/option-cards.tsx'
import classes from './calibration.module.css'

const ICONS = {
  global_mean: IconUsersGroup,
  one_sensor: IconDeviceAnalytics,
  one_value: IconTarget,
  manual: IconPencil,
} satisfies Record<CalibrationMethod, typeof IconPencil>

interface Props {
  chosen: CalibrationMethod
  error: string | undefined
  onChoose: (method: CalibrationMethod) => void
}

/** Choice of what the measurement is set to. */
export function MethodChoice({ chosen, error, onChoose }: Props) {
  const { t } = useTranslation('calibration')
  return (
    <fieldset className={`bm-card ${classes.card} ${classes.fieldset}`}>
      <legend className={classes.legendTitle}>{t('set_to')}</legend>
      <OptionCards
        name="method"
        chosen={chosen}
        onChoose={onChoose}
        options={CALIBRATION_METHODS.map(value => ({
          value,
          label: t(`method.${value}`),
          help: t(`method_help.${value}`),
          icon: ICONS[value],
        }))}
      />
      {error && <p className={classes.error}>{error}</p>}
    </fieldset>
  )
}
