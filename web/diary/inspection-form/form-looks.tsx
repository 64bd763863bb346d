import { Button, Switch, TextInput } from '@mantine/core'
import { IconBellPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { keysOf } from '#shared/rules/collections/keys.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { shownClock } from '../../kit/language/viewer-formats.ts'
import { fieldOf, instantOf } from '../../kit/time/instant.ts'
import { serverNow } from '../../kit/time/now.ts'
import { DateTimeField } from '../../ui/forms/date-field.tsx'
import { Choices, Faces } from '../answers/answer-choice.tsx'
import type { InspectionValues } from './draft/form-draft.ts'
import classes from './form.module.css'

interface Props {
  values: InspectionValues
  zone: string
  wrongReminder: boolean
  onChange: (values: Partial<InspectionValues>) => void
}

/** Days from now, at seven in the morning there. */
const QUICK = { tomorrow: 1, in_3_days: 3, in_a_week: 7 } as const
const CHOICES = [...keysOf(QUICK), 'own'] as const

const inDays = (days: number, zone: string): string => {
  // Days count from noon: a day of 23 hours is still a day.
  const noon = instantOf(`${fieldOf(serverNow(), zone).slice(0, 10)}T12:00`, zone)
  return `${fieldOf(Date.parse(noon) + days * DAY_MS, zone).slice(0, 10)}T07:00`
}

/** Reminder: its time, and what it is about. */
function Remind({ values, zone, wrongReminder, onChange, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation('inspect')
  const quick = keysOf(QUICK).find(one => inDays(QUICK[one], zone) === values.reminder_date)
  const [own, setOwn] = useState(values.reminder_date !== '' && !quick)
  return (
    <div className={classes.remind} id="inspect-remind" tabIndex={-1}>
      <div className={classes.head}>
        <h3 id="remind-when">{t('remind.when')}</h3>
        <button
          type="button"
          className={classes.icon}
          aria-label={t('remind.off')}
          onClick={() => {
            onChange({ reminder_date: '', reminder: '' })
            onClose()
          }}
        >
          <IconX size={20} stroke={2} />
        </button>
      </div>
      <Choices
        labelledBy="remind-when"
        className={classes.quick}
        options={CHOICES.map(value => ({ value, children: t(`remind.${value}`, { time: shownClock('07:00') }) }))}
        isChosen={value => (value === 'own' ? own : !own && value === quick)}
        onPress={value => {
          setOwn(value === 'own')
          onChange({
            reminder_date: value === 'own' ? values.reminder_date || inDays(1, zone) : inDays(QUICK[value], zone),
          })
        }}
      />
      {own && (
        <DateTimeField
          zone={zone}
          label={t('remind.own')}
          value={values.reminder_date}
          error={wrongReminder && t('date_missing')}
          onChange={reminder_date => onChange({ reminder_date })}
        />
      )}
      <TextInput
        size="md"
        label={t('remind.text')}
        maxLength={500}
        value={values.reminder}
        onChange={event => onChange({ reminder: event.currentTarget.value })}
      />
    </div>
  )
}

/** The impression, whether it needs attention, and a reminder. */
export function Looks(props: Props) {
  const { t } = useTranslation('inspect')
  const { values, zone, onChange } = props
  const [opened, setOpened] = useState(values.reminder_date !== '')
  return (
    <section className={classes.section}>
      <h2 id="inspect-looks">{t('looks')}</h2>
      <Faces
        labelledBy="inspect-looks"
        clearable
        value={values.impression}
        onChange={impression => onChange({ impression })}
      />
      <div className={classes.attention}>
        <Switch
          size="lg"
          className="bm-grow"
          label={t('needs_attention')}
          checked={values.needs_attention}
          onChange={event => onChange({ needs_attention: event.currentTarget.checked })}
        />
        {!opened && (
          <Button
            variant="default"
            leftSection={<IconBellPlus size={18} stroke={2} />}
            onClick={() => {
              onChange({ reminder_date: inDays(1, zone) })
              setOpened(true)
            }}
          >
            {t('remind.me')}
          </Button>
        )}
      </div>
      {opened && <Remind {...props} onClose={() => setOpened(false)} />}
    </section>
  )
}
