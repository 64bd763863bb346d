import { Button, Checkbox, Select, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDownload, IconFileImport } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallFailed } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import { type EmissionSettings, EmissionSettingsInput } from '#shared/contract/places/emissions.ts'
import { PRESSURE_SOURCES, TRAITS_OF } from '#shared/rules/locations/emission-settings.ts'
import { HEATED_KINDS } from '#shared/rules/science/animal-heat.ts'
import { ask } from '../../kit/api/api.ts'
import { LISTS } from '../../kit/api/lists.ts'
import { LOCATIONS } from '../../kit/api/locations.ts'
import { FRESH, queryOf, refresh, useRead, useReads } from '../../kit/api/query.ts'
import { useContractForm } from '../../kit/forms/form.ts'
import { NumberField } from '../../kit/forms/number-field.tsx'
import { useFormat } from '../../kit/language/format.ts'
import { dayIn } from '../../kit/language/viewer-formats.ts'
import { PageHeading } from '../../kit/pages/page.tsx'
import { lazyPart } from '../../kit/pages/part.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink, useChangeSearch, useScreenSearch } from '../../kit/routing/link.tsx'
import { NoLocations } from '../../locations/no-locations.tsx'
import { editAreaScreen } from '../../locations/screens.ts'
import { QuantityName } from '../../ui/data-display/quantity-name.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { ReadBoundary } from '../../ui/feedback/read-boundary.tsx'
import { showToast } from '../../ui/feedback/toast.ts'
import { DateField } from '../../ui/forms/date-field.tsx'
import { WithOptional } from '../../ui/forms/with-optional.tsx'
import { LazyOverlay } from '../../ui/overlays/lazy-overlay.tsx'
import { emissionScreen, emissionSettingsScreen } from '../screens.ts'
import { columnsOf, mayBeCaged, saveAnimals, withAnimals } from './animals-file.ts'
import { OutdoorsSection } from './outdoors-section.tsx'
import { Rows, Section } from './rows.tsx'
import classes from './settings.module.css'
import { bodyOf, newAnimals, newFactor, newPlaces, newReducer, valuesOf } from './values.ts'
import { VentilationSection } from './ventilation-section.tsx'

const AnimalsDialog = lazyPart(() => import('./animals-dialog.tsx'))

export const reads = () => [LISTS, LOCATIONS]

/** Settings that the emission of each area is worked out with. */
export default function SettingsPage() {
  const { t } = useTranslation(['emission-settings', 'emission'])
  const [lists, locations] = useReads([LISTS, LOCATIONS])
  const search = useScreenSearch(emissionSettingsScreen)
  const change = useChangeSearch(emissionSettingsScreen)
  const areas = locations.flatMap(({ name, time_zone, areas: of }) =>
    of.map(area => ({ value: String(area.id), label: `${name}, ${area.name}`, zone: time_zone })),
  )
  const chosen = areas.find(({ value }) => value === String(search.area_id)) ?? areas[0]
  if (!chosen) return <NoLocations title={t('emission:none.title')} text={t('emission:none.text')} />
  return (
    <div className={classes.page}>
      <PageHeading>{t('title')}</PageHeading>
      <p className="bm-muted">{t('lead')}</p>
      <Select
        size="md"
        searchable
        allowDeselect={false}
        label={t('area')}
        data={areas.map(({ value, label }) => ({ value, label }))}
        value={chosen.value}
        onChange={value => value && void change({ area_id: Number(value) })}
      />
      <ReadBoundary>
        <OneArea
          key={chosen.value}
          id={Number(chosen.value)}
          zone={chosen.zone}
          keyOf={id => lists.area_types.find(type => type.id === id)?.key}
        />
      </ReadBoundary>
    </div>
  )
}

interface AreaProps {
  id: number
  /** Time zone of its location. */
  zone: string
  keyOf: (areaType: number) => string | undefined
}

function OneArea({ id, zone, keyOf }: AreaProps) {
  const newest = useRead({ ...queryOf(api.getEmissionSettings, { params: { id } }), ...FRESH })
  // Settings that are saved meanwhile, in another tab or by somebody else, take nothing away that is typed.
  const [opened, setOpened] = useState(newest)
  return (
    <SettingsForm
      key={opened.version}
      settings={opened}
      newest={newest}
      onTaken={setOpened}
      species={keyOf(opened.area_type_id)}
      zone={zone}
    />
  )
}

const READS = [api.getEmissionSettings, api.getEmissions, api.getEmissionLogbook, api.listLocations]

interface FormProps {
  /** Settings that the form was filled with. */
  settings: EmissionSettings
  /** Settings as they are kept now, as far as it is known. */
  newest: EmissionSettings
  /** Fills the form anew. */
  onTaken: (settings: EmissionSettings) => void
  species: string | undefined
  zone: string
}

function SettingsForm({ settings, newest, onTaken, species, zone }: FormProps) {
  const { t } = useTranslation(['emission-settings', 'ui'])
  const format = useFormat()
  const client = useQueryClient()
  const { area_id, animal_places, today } = settings
  const readOnly = !settings.may.includes('edit')
  const isOvertaken = newest.version > settings.version
  const { form, failure, busy, onSubmit } = useContractForm({
    body: EmissionSettingsInput,
    initialValues: valuesOf(settings),
    // Saving below the note that there are newer ones replaces them.
    toBody: values => bodyOf(values, { animal_places, version: Math.max(settings.version, newest.version) }),
    send: async body => {
      try {
        onTaken(await ask(api.saveEmissionSettings, { params: { id: area_id }, body }))
      } catch (thrown) {
        if (!(thrown instanceof CallFailed) || thrown.code !== 'changed_meanwhile') throw thrown
        return refresh(client, [api.getEmissionSettings])
      }
      await refresh(client, READS)
      showToast({ id: 'emission-settings', message: t('saved') })
    },
  })
  const takeNewest = useEffectEvent(() => onTaken(newest))
  useEffect(() => {
    if (isOvertaken && !form.isDirty()) takeNewest()
  }, [isOvertaken, form])
  const { values } = form
  const kind = HEATED_KINDS.find(one => one === species)
  const traits = kind ? TRAITS_OF[kind] : []
  const columns = columnsOf(kind)
  const [isImporting, importing] = useDisclosure()
  const input = (path: string) => form.getInputProps(path)
  const select = (path: string) => ({ size: 'md' as const, allowDeselect: false, ...input(path) })
  // The first number is no change: as one it would leave the days before without places, and nothing permitted on them.
  const hasPlaces = values.animal_places !== '' || values.places_history.length > 0
  const noFactor = values.factors.length === 0 && settings.ammonia_factor === null
  return (
    <form className={classes.form} onSubmit={onSubmit} noValidate>
      {noFactor && <Note status="attention">{t('factor.missing')}</Note>}
      {readOnly && <Note status="not_graded">{t('read_only')}</Note>}
      <fieldset disabled={readOnly} className={classes.fieldset}>
        <Section title={t('factor.title')} text={t('factor.text')}>
          <NumberField
            label={t('factor.places')}
            description={values.places_history.length > 0 ? t('history.first') : undefined}
            {...input('animal_places')}
          />
          <Rows
            rows={values.places_history}
            name={t('factor.places')}
            add={t('factor.places_change')}
            error={form.errors.places_history}
            onAdd={hasPlaces ? () => form.insertListItem('places_history', newPlaces(values, today), 0) : undefined}
            onRemove={index => form.removeListItem('places_history', index)}
          >
            {index => (
              <>
                <DateField label={t('valid_from')} {...input(`places_history.${index}.valid_from`)} />
                <NumberField label={t('factor.places')} {...input(`places_history.${index}.places`)} />
              </>
            )}
          </Rows>
          {settings.ammonia_factor !== null && (
            <p className="bm-small bm-muted">
              {t('factor.of_area', {
                factor: format.number(settings.ammonia_factor, settings.ammonia_factor < 1 ? 3 : 2),
              })}
            </p>
          )}
          <Rows
            rows={values.factors}
            name={t('factor.one')}
            add={t('factor.add')}
            error={form.errors.factors}
            onAdd={() => form.insertListItem('factors', newFactor(today, values.factors.length === 0), 0)}
            onRemove={index => form.removeListItem('factors', index)}
          >
            {index => (
              <>
                <DateField label={t('valid_from')} {...input(`factors.${index}.valid_from`)} />
                <NumberField
                  label={t('factor.kg')}
                  unit={t(`factor.unit_short.${values.factors[index]?.unit ?? 'place_year'}`)}
                  {...input(`factors.${index}.kg`)}
                />
                <Select
                  label={t('factor.unit')}
                  data={(['place_year', 'animal_day'] as const).map(value => ({
                    value,
                    label: t(`factor.units.${value}`),
                  }))}
                  {...select(`factors.${index}.unit`)}
                />
                <TextInput
                  size="md"
                  maxLength={200}
                  label={<WithOptional>{t('factor.code')}</WithOptional>}
                  {...input(`factors.${index}.code`)}
                />
                <TextInput
                  size="md"
                  maxLength={200}
                  label={<WithOptional>{t('factor.source')}</WithOptional>}
                  {...input(`factors.${index}.source`)}
                />
                <NumberField
                  optional
                  label={t('factor.other')}
                  description={t('factor.other_text')}
                  {...input(`factors.${index}.other_kg`)}
                />
              </>
            )}
          </Rows>
        </Section>
        <Section title={t('reducer.title')} text={t('reducer.text')}>
          <Rows
            rows={values.reducers}
            name={t('reducer.one')}
            add={t('reducer.add')}
            error={form.errors.reducers}
            onAdd={() => form.insertListItem('reducers', newReducer())}
            onRemove={index => form.removeListItem('reducers', index)}
          >
            {index => (
              <>
                <TextInput size="md" maxLength={100} label={t('reducer.name')} {...input(`reducers.${index}.name`)} />
                <NumberField label={t('reducer.percent')} unit="%" {...input(`reducers.${index}.percent`)} />
                <DateField optional label={t('valid_from')} {...input(`reducers.${index}.valid_from`)} />
                <DateField optional label={t('valid_until')} {...input(`reducers.${index}.valid_until`)} />
                <Checkbox
                  size="md"
                  label={t('reducer.scrubber')}
                  {...form.getInputProps(`reducers.${index}.scrubber`, { type: 'checkbox' })}
                />
              </>
            )}
          </Rows>
        </Section>
        <Section
          title={t('animals.title')}
          text={t(settings.keeps_rounds ? 'animals.by_rounds' : 'animals.text', {
            animals: settings.animals_of_area === null ? '–' : format.number(settings.animals_of_area),
          })}
        >
          <p>
            <ScreenLink className="bm-link" to={linkTo(editAreaScreen, { params: { id: area_id } })}>
              {t('animals.rounds')}
            </ScreenLink>
          </p>
          <Rows
            rows={values.animals}
            name={t('animals.one')}
            add={t('animals.add')}
            error={form.errors.animals}
            onAdd={() => form.insertListItem('animals', newAnimals(today), 0)}
            onRemove={index => form.removeListItem('animals', index)}
          >
            {index => (
              <>
                <DateField label={t('valid_from')} {...input(`animals.${index}.valid_from`)} />
                {!settings.keeps_rounds && (
                  <NumberField optional label={t('animals.number')} {...input(`animals.${index}.animals`)} />
                )}
                <NumberField
                  optional
                  label={t('animals.mass')}
                  unit="kg"
                  description={settings.keeps_rounds ? t('animals.mass_text') : undefined}
                  {...input(`animals.${index}.mass`)}
                />
                {traits.map(trait => (
                  <NumberField
                    key={trait}
                    optional
                    label={t(`animals.${trait}`)}
                    unit={t(`animals.unit.${trait}`)}
                    {...input(`animals.${index}.${trait}`)}
                  />
                ))}
                {mayBeCaged(kind) && (
                  <Checkbox
                    size="md"
                    label={t('animals.caged')}
                    {...form.getInputProps(`animals.${index}.caged`, { type: 'checkbox' })}
                  />
                )}
              </>
            )}
          </Rows>
          <div className="bm-row bm-wrap">
            {!readOnly && (
              <Button
                variant="default"
                size="md"
                leftSection={<IconFileImport size={20} stroke={1.8} />}
                onClick={importing.open}
              >
                {t('animals.import.title')}
              </Button>
            )}
            {values.animals.length > 0 && (
              <Button
                variant="default"
                size="md"
                leftSection={<IconDownload size={20} stroke={1.8} />}
                onClick={() => saveAnimals(values.animals, columns, settings.area_name, format.language, t)}
              >
                {t('animals.import.save')}
              </Button>
            )}
          </div>
        </Section>
        <VentilationSection form={form} kind={kind} today={today} />
        <OutdoorsSection form={form} devices={settings.devices} gases={settings.gases} today={today} />
        <Section title={t('pressure.title')} text={t('pressure.text')}>
          <Select
            label={t('pressure.source')}
            data={PRESSURE_SOURCES.map(value => ({ value, label: t(`pressure.sources.${value}`) }))}
            {...select('pressure.source')}
          />
          <NumberField
            optional={values.pressure.source !== 'altitude'}
            label={t('pressure.altitude')}
            unit="m"
            {...input('pressure.altitude')}
          />
        </Section>
        <Section title={t('detection.title')} text={t('detection.text')}>
          <NumberField
            optional
            label={<QuantityName name={t('detection.n2o')} />}
            unit="ppm"
            {...input('n2o_detection_limit')}
          />
        </Section>
      </fieldset>
      <LazyOverlay when={isImporting} onFailed={importing.close}>
        {opened =>
          opened && (
            <AnimalsDialog
              columns={columns}
              onRead={read => form.setFieldValue('animals', withAnimals(values.animals, read))}
              onClose={importing.close}
            />
          )
        }
      </LazyOverlay>
      {failure && <Note status="act_now">{failure}</Note>}
      {isOvertaken && form.isDirty() && (
        <Note status="attention">
          {t('overtaken')}{' '}
          <button type="button" className="bm-link" onClick={() => onTaken(newest)}>
            {t('theirs')}
          </button>
        </Note>
      )}
      <div className={classes.end}>
        {settings.changed_at && (
          <p className="bm-small bm-muted">
            {t('changed', {
              date: dayIn(settings.changed_at, zone),
              name: settings.changed_by ?? t('somebody'),
            })}
          </p>
        )}
        <span className="bm-grow" />
        <ScreenLink className="bm-link" to={linkTo(emissionScreen, { search: { of: `area:${area_id}` } })}>
          {t('show')}
        </ScreenLink>
        {!readOnly && (
          <Button type="submit" loading={busy}>
            {t('ui:save')}
          </Button>
        )}
      </div>
    </form>
  )
}
