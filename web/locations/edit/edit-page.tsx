import { Button } from '@mantine/core'
import { IconDeviceTv, IconPlus, IconShieldCheck } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import { type Location, LocationChange } from '#shared/contract/places/locations.ts'
import type { TaxonomyLists } from '#shared/contract/places/taxonomy.ts'
import { alarmPlanScreen } from '../../alarm/screens.ts'
import { LocationBenchmarkCard } from '../../benchmarks/location-benchmark.tsx'
import { displaysScreen } from '../../displays/screens.ts'
import { LocationShares } from '../../groups/location-shares.tsx'
import { ask } from '../../kit/api/api.ts'
import { LISTS } from '../../kit/api/lists.ts'
import { FRESH, queryOf, refresh, useReads } from '../../kit/api/query.ts'
import { useContractForm } from '../../kit/forms/form.ts'
import { PageHeading, usePageName } from '../../kit/pages/page.tsx'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink, useGo, useScreenParams } from '../../kit/routing/link.tsx'
import type { PageAddress } from '../../kit/routing/screen.ts'
import { PartLoading } from '../../ui/feedback/page-loading.tsx'
import { ReadBoundary } from '../../ui/feedback/read-boundary.tsx'
import { showToast } from '../../ui/feedback/toast.ts'
import { SpeciesGlyph } from '../../ui/icons/species-glyph.tsx'
import { PlaceLinks } from '../area/place-links.tsx'
import { useSaid } from '../home/said.ts'
import { PLACE_READS } from '../queries.ts'
import { deletedPlacesScreen, editAreaScreen, editLocationScreen, homeScreen, newAreaScreen } from '../screens.ts'
import { AddressFields } from '../wizard/address-step.tsx'
import classes from '../wizard/wizard.module.css'
import { DeleteLocation } from './delete-location.tsx'
import { DetailsTree } from './details-tree.tsx'
import { EditEnd } from './edit-end.tsx'
import { placeFields } from './fields.ts'
import { placeBody, placeValues } from './location-values.ts'
import { LocationNameFields } from './name-fields.tsx'
import { useConflict } from './use-conflict.ts'

interface Props {
  before: Location
  lists: TaxonomyLists
}

type Body = ReturnType<typeof placeBody>

const useEdit = ({ before, lists }: Props) => {
  const { t } = useTranslation('places')
  const go = useGo()
  const client = useQueryClient()
  const params = { id: before.id }
  const bodyOf = (location: Location) => placeBody(placeValues(location), lists.location_details)
  const leave = async () => {
    await refresh(client, PLACE_READS)
    await go(linkTo(homeScreen), { ignoreBlocker: true })
  }
  const conflict = useConflict<Body>({
    before: { version: before.version, body: bodyOf(before) },
    read: async () => {
      const now = await ask(api.getLocation, { params })
      return { version: now.version, body: bodyOf(now) }
    },
    save: body => ask(api.updateLocation, { params, body }),
  })
  const edit = useContractForm({
    body: LocationChange,
    initialValues: placeValues(before),
    toBody: values => placeBody(values, lists.location_details),
    send: async body => {
      if (!(await conflict.save(body as Body))) return
      await leave()
      showToast({ id: 'saved', message: t('saved', { name: body.name }) })
    },
  })
  return { ...edit, conflict, leave }
}

function AreaList({ before, lists }: Props) {
  const { t } = useTranslation('places')
  return (
    <section className={`bm-card ${classes.part}`}>
      <h2>{t('step.areas')}</h2>
      {before.areas.length === 0 && <p className="bm-muted">{t('no_areas')}</p>}
      <ul className={classes.links}>
        {before.areas.map(area => {
          const species = lists.area_types.find(({ id }) => id === area.area_type_id)
          return (
            <li key={area.id}>
              <ScreenLink to={linkTo(editAreaScreen, { params: { id: area.id } })}>
                {area.color && <i className="bm-swatch" style={{ background: area.color }} />}
                {species && <SpeciesGlyph species={species.key} size={22} />}
                <b>{area.name}</b>
                <span className="bm-muted">{species?.name}</span>
              </ScreenLink>
            </li>
          )
        })}
      </ul>
      <div className={classes.partFoot}>
        <Button
          variant="default"
          component={ScreenLink}
          to={linkTo(newAreaScreen, { search: { location_id: before.id } })}
          leftSection={<IconPlus size={20} stroke={2} />}
        >
          {t('add_area')}
        </Button>
        <ScreenLink to={linkTo(deletedPlacesScreen)} className="bm-link">
          {t('deleted.link')}
        </ScreenLink>
      </div>
    </section>
  )
}

function EditLocation({ before: read, lists }: Props) {
  const { t } = useTranslation(['places', 'ui'])
  // The version the form was filled with, whatever is read later.
  const [before] = useState(read)
  const { form, failure, busy, onSubmit, conflict, leave } = useEdit({ before, lists })
  const said = useSaid(lists)
  const fields = placeFields(form)
  usePageName(before.name)
  return (
    <form className={classes.wizard} onSubmit={onSubmit} noValidate>
      <header className={classes.head}>
        <PageHeading className="bm-grow">{before.name}</PageHeading>
        {before.may.includes('delete') && <DeleteLocation location={before} />}
      </header>
      <PlaceLinks
        name={before.name}
        place={{ location_id: before.id }}
        locationId={before.id}
        areas={before.areas.map(({ id }) => id)}
      />
      <div className={classes.edit}>
        <div className={classes.stack}>
          <section className={`bm-card ${classes.card}`}>
            <LocationNameFields fields={fields} lists={lists} existing={read} />
          </section>
          <AreaList before={before} lists={lists} />
          {before.may.includes('share') && (
            <ReadBoundary waiting={<PartLoading />}>
              <LocationShares location={before} />
            </ReadBoundary>
          )}
          {before.may.includes('share') && (
            <ReadBoundary waiting={<PartLoading />}>
              <LocationBenchmarkCard locationId={before.id} lists={lists} />
            </ReadBoundary>
          )}
          {before.may.includes('share') && (
            <>
              <Button
                variant="default"
                component={ScreenLink}
                to={linkTo(alarmPlanScreen, { params: { id: before.id } })}
                leftSection={<IconShieldCheck size={19} stroke={1.8} />}
              >
                {t('alarm_plan')}
              </Button>
              <Button
                variant="default"
                component={ScreenLink}
                to={linkTo(displaysScreen, { params: { id: before.id } })}
                leftSection={<IconDeviceTv size={19} stroke={1.8} />}
              >
                {t('displays')}
              </Button>
            </>
          )}
        </div>
        <div className={classes.stack}>
          <section className={`bm-card ${classes.card}`}>
            <AddressFields fields={fields} />
          </section>
          <section className={`bm-card ${classes.card}`}>
            <h2>{t('details')}</h2>
            <DetailsTree fields={fields} nodes={lists.location_details} />
          </section>
        </div>
      </div>
      <EditEnd
        name={before.name}
        action={t('next.save')}
        dirty={form.isDirty()}
        {...{ busy, failure, conflict, said, leave }}
      />
    </form>
  )
}

const locationRead = (id: string | number | undefined) => ({
  ...queryOf(api.getLocation, { params: { id: Number(id) } }),
  ...FRESH,
})

export const reads = ({ params: { id } }: PageAddress) => [LISTS, locationRead(id)] as const

/** A location that exists. */
export default function EditPage() {
  const { id } = useScreenParams(editLocationScreen)
  const [lists, location] = useReads([LISTS, locationRead(id)])
  if (!location.may.includes('edit')) throw notFound()
  return <EditLocation key={id} before={location} lists={lists} />
}
