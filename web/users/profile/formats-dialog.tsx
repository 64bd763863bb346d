import { useTranslation } from 'react-i18next'
import { UserChange } from '#shared/contract/accounts/users.ts'
import {
  CLOCKS,
  DATE_FORMATS,
  dateText,
  dateTimeText,
  type Formats,
  formatsOfBrowser,
  shownNumber,
  shownUnit,
  TEMPERATURE_UNITS,
  USUAL_FORMATS,
  WEEK_STARTS,
} from '#shared/rules/formats/formats.ts'
import { useContractForm } from '../../kit/forms/form.ts'
import { useFormat } from '../../kit/language/format.ts'
import { viewerFormats } from '../../kit/language/viewer-formats.ts'
import { OptionSelect } from '../../ui/forms/option-select.tsx'
import { FormDialog } from '../../ui/overlays/form-dialog.tsx'
import { LeaveGuard } from '../../ui/overlays/leave-guard.tsx'
import { changeUser } from './change-user.ts'
import type { ProfileDialogProps } from './profile-dialogs.tsx'

/** A day and time at which all formats differ, and a temperature. */
const SAMPLE = { day: '2026-11-27', moment: '2026-11-27 16:09', celsius: 21.5 }

/** Formats in a line: `21.5 °C · 2026-11-27 16:09`. */
export const useFormatsSample = () => {
  const { language, number } = useFormat()
  return (formats: Formats): string =>
    [
      `${number(shownNumber(SAMPLE.celsius, '°C', formats), 1)}\u00A0${shownUnit('°C', formats)}`,
      dateTimeText(SAMPLE.moment, formats, language),
    ].join(' · ')
}

/** Dialog in which a person chooses how they read and type temperatures, dates and times. */
export function FormatsDialog({ onClose }: ProfileDialogProps) {
  const { t } = useTranslation(['users', 'ui'])
  const { language } = useFormat()
  const sample = useFormatsSample()
  const { form, failure, busy, onSubmit } = useContractForm({
    body: UserChange,
    // A server of the release before knows no formats.
    initialValues: { ...viewerFormats() },
    toBody: values => ({ formats: values }),
    send: async body => {
      if (form.isDirty()) await changeUser(body)
      onClose()
    },
  })
  const values = form.getValues()
  const proposed = formatsOfBrowser(navigator.languages)
  const isUsual = (Object.keys(USUAL_FORMATS) as (keyof Formats)[]).every(key => values[key] === USUAL_FORMATS[key])
  return (
    <FormDialog opened title={t('formats.title')} action={t('ui:save')} {...{ failure, busy, onSubmit, onClose }}>
      <p>{t('formats.text')}</p>
      {proposed && isUsual && (
        <p>
          <button
            type="button"
            className="bm-link"
            style={{ textAlign: 'start' }}
            onClick={() => form.setValues(proposed)}
          >
            {t('formats.as_browser', { sample: sample(proposed) })}
          </button>
        </p>
      )}
      <OptionSelect
        label={t('formats.temperature')}
        options={TEMPERATURE_UNITS.map(value => ({ value, label: t(`formats.temperatures.${value}`) }))}
        {...form.getInputProps('temperature')}
      />
      <OptionSelect
        label={t('formats.dates')}
        options={DATE_FORMATS.map(dates => ({
          value: dates,
          label: t(`formats.dates_of.${dates}`, { date: dateText(SAMPLE.day, { ...values, dates }, language) }),
        }))}
        {...form.getInputProps('dates')}
      />
      <OptionSelect
        label={t('formats.clock')}
        options={CLOCKS.map(value => ({ value, label: t(`formats.clocks.${value}`) }))}
        {...form.getInputProps('clock')}
      />
      <OptionSelect
        label={t('formats.week')}
        options={WEEK_STARTS.map(value => ({ value, label: t(`formats.weeks.${value}`) }))}
        {...form.getInputProps('week')}
      />
      <p className="bm-muted" aria-live="polite">
        {t('formats.sample', { sample: sample(values) })}
      </p>
      <LeaveGuard when={form.isDirty() && !busy} />
    </FormDialog>
  )
}
