import { Select, TagsInput, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconCheck } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { useUser } from '../../kit/api/session.ts'
import { dateTimeIn } from '../../kit/language/format.ts'
import { serverNow } from '../../kit/time/now.ts'
import { DateField } from '../../ui/forms/date-field.tsx'
import { SpeciesGlyph } from '../../ui/icons/species-glyph.tsx'
import { subjectOptions } from '../planning/subjects.ts'
import type { Planning } from '../queries.ts'
import classes from './quick.module.css'
import { type QuickStartValues, withAreas } from './quick-start.ts'

type Form = UseFormReturnType<QuickStartValues>

/** Days of the lengths offered. */
const LENGTHS = [14, 42, 61] as const

function Step({
  number,
  title,
  note,
  children,
}: {
  number: number
  title: string
  note?: string
  children: ReactNode
}) {
  const id = useId()
  return (
    <section className={`bm-card ${classes.step}`} aria-labelledby={id}>
      <header>
        <span className={classes.number} aria-hidden="true">
          {number}
        </span>
        <h2 id={id}>{title}</h2>
        {note && <span className="bm-small bm-muted">{note}</span>}
      </header>
      {children}
    </section>
  )
}

export function QuickWhere({ form, read }: { form: Form; read: Planning }) {
  const { t } = useTranslation('research')
  const { location_id, area_ids } = form.values
  const places = read.locations.filter(({ areas, may }) => areas.length > 0 && may.includes('place'))
  const areas = places.find(({ id }) => String(id) === location_id)?.areas ?? []
  const toggle = (id: string) =>
    form.setValues(
      withAreas(form.values, area_ids.includes(id) ? area_ids.filter(one => one !== id) : [...area_ids, id]),
    )
  const species = (id: number) => read.lists.area_types.find(one => one.id === id)?.key ?? ''
  return (
    <Step number={1} title={t('quick.where')} note={t('quick.n_areas', { count: area_ids.length })}>
      <Select
        size="md"
        allowDeselect={false}
        label={t('location')}
        data={places.map(({ id, name }) => ({ value: String(id), label: name }))}
        {...form.getInputProps('location_id')}
        onChange={id => form.setValues({ ...withAreas(form.values, []), location_id: id })}
      />
      <fieldset className={classes.chips} aria-label={t('areas')}>
        {areas.map(area => {
          const chosen = area_ids.includes(String(area.id))
          return (
            <button
              key={area.id}
              type="button"
              className={classes.chip}
              aria-pressed={chosen}
              onClick={() => toggle(String(area.id))}
            >
              <SpeciesGlyph species={species(area.area_type_id)} size={20} />
              {area.name}
              {chosen && <IconCheck size={17} stroke={2.2} aria-hidden="true" />}
            </button>
          )
        })}
      </fieldset>
      {form.errors.area_id && <p className={classes.error}>{form.errors.area_id}</p>}
    </Step>
  )
}

const later = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

export function QuickWhen({ form, zone }: { form: Form; zone: string }) {
  const { t } = useTranslation(['research', 'ui'])
  const { start, end } = form.values
  const days = start && end ? Math.round((Date.parse(end) - Date.parse(start)) / DAY_MS) + 1 : 0
  const begin = start || dateTimeIn(serverNow(), zone).slice(0, 10)
  return (
    <Step number={2} title={t('quick.when')} note={days > 0 ? t('days', { count: days }) : undefined}>
      <div className={classes.dates}>
        <DateField label={t('first_day')} {...form.getInputProps('start')} />
        <DateField label={t('last_day')} optional min={start} {...form.getInputProps('end')} />
      </div>
      <div className={classes.chips}>
        {LENGTHS.map(length => (
          <button
            key={length}
            type="button"
            className={classes.chip}
            aria-pressed={days === length}
            onClick={() => form.setValues({ start: begin, end: later(begin, length - 1) })}
          >
            {t(`quick.length.${length}`)}
          </button>
        ))}
        <button
          type="button"
          className={classes.chip}
          aria-pressed={end === ''}
          onClick={() => form.setValues({ end: '' })}
        >
          {t('quick.no_end')}
        </button>
      </div>
    </Step>
  )
}

export function QuickWhat({ form, read }: { form: Form; read: Planning }) {
  const { t } = useTranslation(['research', 'ui'])
  return (
    <Step number={3} title={t('quick.what')}>
      <Select
        size="md"
        allowDeselect={false}
        label={t('subject')}
        data={subjectOptions(read.lists)}
        {...form.getInputProps('research_subject_id')}
      />
      <TextInput
        size="md"
        maxLength={255}
        label={
          <>
            {t('project_name')} <span className="bm-optional">{t('ui:optional')}</span>
          </>
        }
        description={t('project_help')}
        {...form.getInputProps('name')}
        error={form.errors['research.name']}
      />
    </Step>
  )
}

export function QuickWho({ form }: { form: Form }) {
  const { t } = useTranslation('research')
  const { name } = useUser()
  const named = form.values.name.trim() !== ''
  const wrong = Object.entries(form.errors).find(([field]) => field.startsWith('research.people'))?.[1]
  return (
    <Step number={4} title={t('quick.who')} note={t('quick.people', { count: form.values.people.length + 1 })}>
      <p>
        <b>{name}</b> <span className="bm-muted">{t('quick.owner')}</span>
      </p>
      <TagsInput
        size="md"
        label={t('quick.add_people')}
        description={t(named ? 'quick.people_help' : 'quick.people_need_project')}
        disabled={!named}
        splitChars={[',', ';', ' ']}
        acceptValueOnBlur
        {...form.getInputProps('people')}
        error={wrong}
      />
    </Step>
  )
}
