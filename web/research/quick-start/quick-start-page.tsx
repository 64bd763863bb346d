import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { DEFAULT_TIME_ZONE } from '#shared/contract/fixed.ts'
import { api } from '#shared/contract/index.ts'
import { QuickStart } from '#shared/contract/places/research.ts'
import { ask } from '../../kit/api/api.ts'
import { refresh } from '../../kit/api/query.ts'
import { useContractForm } from '../../kit/forms/form.ts'
import { dateTimeIn } from '../../kit/language/format.ts'
import { shownDate } from '../../kit/language/viewer-formats.ts'
import { PageHeading, usePageName } from '../../kit/pages/page.tsx'
import { linkTo, type SearchOf } from '../../kit/routing/address.ts'
import { ScreenLink, useGo, useScreenSearch } from '../../kit/routing/link.tsx'
import { serverNow } from '../../kit/time/now.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { LeaveGuard } from '../../ui/overlays/leave-guard.tsx'
import { CLIMATE } from '../planning/subjects.ts'
import { PLANNING, PLANNING_READS, type Planning, usePlanning } from '../queries.ts'
import { planningScreen, quickStartScreen } from '../screens.ts'
import classes from './quick.module.css'
import { QuickDevices } from './quick-devices.tsx'
import { type QuickStartValues, quickStartBody } from './quick-start.ts'
import { QuickWhat, QuickWhen, QuickWhere, QuickWho } from './quick-steps.tsx'

const firstPlan = (read: Planning, wished: SearchOf<typeof quickStartScreen>): QuickStartValues => {
  const places = read.locations.filter(({ may }) => may.includes('place'))
  const location = places.find(({ id }) => id === wished.location) ?? places.find(({ areas }) => areas.length > 0)
  const area =
    location?.areas.find(({ id }) => id === wished.area) ??
    (location?.areas.length === 1 ? location.areas[0] : undefined)
  return {
    location_id: location ? String(location.id) : null,
    area_ids: area ? [String(area.id)] : [],
    start: dateTimeIn(serverNow(), location?.time_zone ?? DEFAULT_TIME_ZONE).slice(0, 10),
    end: '',
    research_subject_id: String(CLIMATE),
    name: '',
    people: [],
    devices: {},
  }
}

/** The plan said back in one sentence. */
function Summary({ plan }: { plan: QuickStartValues }) {
  const { t } = useTranslation('research')
  const devices = Object.keys(plan.devices).length
  if (devices === 0) return <p className="bm-grow bm-muted">{t('quick.choose')}</p>
  const areas = new Set(Object.values(plan.devices)).size
  const where = t('quick.devices_in', {
    devices: t('quick.n_devices', { count: devices }),
    areas: t('quick.n_areas', { count: areas }),
  })
  const when =
    plan.end === ''
      ? t('from_on', { from: shownDate(plan.start) })
      : t('from_to', { from: shownDate(plan.start), until: shownDate(plan.end) })
  return (
    <p className="bm-grow">
      {plan.name.trim() && <b>{plan.name.trim()}: </b>}
      {where}, {when}.
    </p>
  )
}

function Form({ read }: { read: Planning }) {
  const { t } = useTranslation(['research', 'ui'])
  const go = useGo()
  const client = useQueryClient()
  const wished = useScreenSearch(quickStartScreen)
  const zoneOf = (plan: QuickStartValues) =>
    read.locations.find(({ id }) => String(id) === plan.location_id)?.time_zone ?? DEFAULT_TIME_ZONE
  const contract = useContractForm({
    body: QuickStart,
    initialValues: firstPlan(read, wished),
    toBody: values => quickStartBody(values, zoneOf(values)),
    send: async body => {
      const { location_research } = await ask(api.quickStart, { body })
      contract.form.resetDirty()
      await refresh(client, PLANNING_READS)
      await go(linkTo(planningScreen, { search: { id: location_research[0]?.id } }))
    },
  })
  const { form, failure, busy, onSubmit } = contract
  const zone = zoneOf(form.values)
  const none = Object.keys(form.values.devices).length === 0
  return (
    <form className={classes.columns} onSubmit={onSubmit} noValidate>
      <div className={classes.steps}>
        <QuickWhere form={form} read={read} />
        <QuickWhen form={form} zone={zone} />
        <QuickWhat form={form} read={read} />
        <QuickWho form={form} />
      </div>
      <div className={classes.devices}>
        <QuickDevices form={form} read={read} zone={zone} />
        {failure && <Note status="act_now">{failure}</Note>}
        <footer className={`bm-card ${classes.foot}`}>
          <Summary plan={form.values} />
          <Button component={ScreenLink} to={linkTo(planningScreen)} variant="default">
            {t('ui:cancel')}
          </Button>
          <Button type="submit" loading={busy} disabled={none} leftSection={<IconCheck size={20} stroke={2} />}>
            {t('quick.plan')}
          </Button>
        </footer>
      </div>
      <LeaveGuard when={form.isDirty() && !busy} />
    </form>
  )
}

export const reads = () => PLANNING

/** Several devices in one go: where, when, what, who, which devices. */
export default function QuickStartPage() {
  const { t } = useTranslation('research')
  const read = usePlanning()
  usePageName(t('quick.title'))
  const canPlan =
    read.locations.some(({ areas, may }) => areas.length > 0 && may.includes('place')) && read.devices.length > 0
  return (
    <div className={classes.page}>
      <header>
        <PageHeading>{t('quick.title')}</PageHeading>
        <p className="bm-muted">{t('quick.lead')}</p>
      </header>
      {canPlan ? <Form read={read} /> : <EmptyState title={t('empty.title')} text={t('empty.nothing')} />}
    </div>
  )
}
