import { Button, NativeSelect } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Absences } from '#shared/contract/alerts/absences.ts'
import { api } from '#shared/contract/index.ts'
import { localDateAt } from '#shared/rules/time/local-time.ts'
import { useApiMutation } from '../../kit/api/query.ts'
import { useUser } from '../../kit/api/session.ts'
import { failureOf } from '../../kit/forms/form.ts'
import { useNow } from '../../kit/time/now.ts'
import { Note } from '../../ui/feedback/note.tsx'
import { DateField } from '../../ui/forms/date-field.tsx'
import classes from '../alert-delivery.module.css'
import { SwitchRow } from '../switch-row.tsx'

const FIELDS = ['from', 'until', 'stand_in_id']

interface Props {
  absences: Absences
  onDone: () => void
}

/** Days away, who stands in, and who hears of what is urgent. */
export function AbsenceForm({ absences: { absence, candidates }, onDone }: Props) {
  const { t } = useTranslation(['alert-delivery', 'form'])
  const { time_zone } = useUser()
  const today = localDateAt(useNow(), time_zone)
  const known = candidates.some(one => one.id === absence?.stand_in?.id) ? absence?.stand_in?.id : undefined
  const [values, setValues] = useState({
    from: absence?.from ?? today,
    until: absence?.until ?? '',
    stand_in_id: String(known ?? (candidates.length === 1 ? candidates[0]?.id : '')),
    both: absence?.both ?? true,
  })
  const set = (changes: Partial<typeof values>) => setValues({ ...values, ...changes })
  const save = useApiMutation(api.saveAbsence, { refresh: [api.getAbsence] })
  const failure = save.error && failureOf(save.error, FIELDS)
  const errorOf = (field: string) => failure?.errors[field]
  const chosen = candidates.find(one => String(one.id) === values.stand_in_id)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const body = { ...values, stand_in_id: Number(values.stand_in_id) }
    save.mutate({ body }, { onSuccess: onDone })
  }
  const isWhole = values.from !== '' && values.until !== '' && values.stand_in_id !== ''
  return (
    <form className={classes.away} noValidate onSubmit={submit}>
      {failure?.message && <Note status="act_now">{failure.message}</Note>}
      <div className={classes.days}>
        <DateField
          label={t('away.from')}
          value={values.from}
          error={errorOf('from')}
          onChange={from => set({ from })}
        />
        <DateField
          label={t('away.until')}
          value={values.until}
          min={[values.from, today].toSorted().at(-1)}
          error={errorOf('until')}
          onChange={until => set({ until })}
        />
      </div>
      <NativeSelect
        size="md"
        label={t('away.stand_in')}
        data={[
          ...(values.stand_in_id === '' ? [{ value: '', label: t('away.choose') }] : []),
          ...candidates.map(one => ({ value: String(one.id), label: one.name })),
        ]}
        value={values.stand_in_id}
        error={errorOf('stand_in_id')}
        onChange={event => set({ stand_in_id: event.currentTarget.value })}
      />
      {chosen && (
        <p className="bm-small bm-muted">
          {chosen.name}{' '}
          {chosen.unseen.length === 0 ? t('away.sees_all') : t('away.unseen', { places: chosen.unseen.join(', ') })}
        </p>
      )}
      <SwitchRow
        name={t('away.both')}
        text={t('away.both_text')}
        checked={values.both}
        onChange={both => set({ both })}
      />
      <p className="bm-small bm-muted">{t(absence?.answer === 'yes' ? 'away.new_yes' : 'away.asks')}</p>
      <div className={classes.actions}>
        <Button size="md" type="submit" loading={save.isPending} disabled={!isWhole}>
          {t(absence ? 'away.save_change' : 'away.save')}
        </Button>
        <Button size="md" variant="default" onClick={onDone}>
          {t('away.cancel')}
        </Button>
      </div>
    </form>
  )
}
