import { ActionIcon, Button, Menu, Select } from '@mantine/core'
import {
  IconCheck,
  IconDots,
  IconMapPinPlus,
  IconPencil,
  IconPhotoEdit,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import type { FloorPlan } from '#shared/contract/places/floor-plans.ts'
import { PageHeading, usePageName } from '../kit/pages/page.tsx'
import { lazyPart } from '../kit/pages/part.ts'
import { useChangeSearch, useScreenParams, useScreenSearch } from '../kit/routing/link.tsx'
import type { PageAddress } from '../kit/routing/screen.ts'
import { useNow } from '../kit/time/now.ts'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { Note } from '../ui/feedback/note.tsx'
import { PartLoading } from '../ui/feedback/page-loading.tsx'
import { ConfirmDelete } from '../ui/overlays/confirm-delete.tsx'
import { LazyBoundary } from '../ui/overlays/lazy-boundary.tsx'
import { DeviceRows } from './device-rows.tsx'
import classes from './floor-plans.module.css'
import { devicesOnPlan, measurementShown, measurementsThere } from './pins.ts'
import { type FloorPlanData, floorPlanReads, useFloorPlans } from './queries.ts'
import { floorPlansScreen } from './screens.ts'
import { PinLink } from './sheet/pin.tsx'
import { Sheet } from './sheet/sheet.tsx'
import { useShownPlan } from './shown-plan.ts'
import { useLiveValues } from './use-live-values.ts'

const Placing = lazyPart(() => import('./edit/placing.tsx'))
const PictureDialog = lazyPart(() => import('./edit/picture-dialog.tsx'))
const RenameDialog = lazyPart(() => import('./edit/rename-dialog.tsx'))

export const reads = ({ params }: PageAddress) => floorPlanReads(Number(params.id))

type Part = 'add' | 'replace' | 'rename' | 'delete'

/** Dialog that is open, with the plan it was opened for: whatever is shown meanwhile, it is about this one. */
interface OpenDialog {
  part: Part
  plan: FloorPlan | null
}

interface DialogsProps {
  opened: OpenDialog | null
  locationId: number
  plans: readonly FloorPlan[]
  onAdded: (plan: FloorPlan) => void
  onDeleted: () => void
  onClose: () => void
}

function Dialogs({ opened, locationId, plans, onAdded, onDeleted, onClose }: DialogsProps) {
  const { t } = useTranslation('floor-plans')
  const { part, plan } = opened ?? { part: null, plan: null }
  const isThere = plans.some(({ id }) => id === plan?.id)
  // A plan that is gone can no more be changed, which the page says; deleting it is what makes it go.
  if ((part === 'replace' || part === 'rename') && !isThere) return null
  if (part === 'add' || (part === 'replace' && plan))
    return (
      <LazyBoundary>
        <PictureDialog
          locationId={locationId}
          plan={part === 'add' ? null : plan}
          onDone={part === 'add' ? onAdded : onClose}
          onClose={onClose}
        />
      </LazyBoundary>
    )
  if (!plan || part === null) return null
  if (part === 'rename')
    return (
      <LazyBoundary>
        <RenameDialog plan={plan} onClose={onClose} />
      </LazyBoundary>
    )
  return (
    <ConfirmDelete
      endpoint={api.deleteFloorPlan}
      id={plan.id}
      refresh={[api.listFloorPlans, api.listLocations, api.getLocation]}
      title={t('delete_title', { name: plan.name })}
      action={t('delete')}
      onDone={onDeleted}
      onClose={onClose}
    >
      <p>{t('delete_text')}</p>
    </ConfirmDelete>
  )
}

function EditTools({
  placing,
  onPlacing,
  onPart,
}: {
  placing: boolean
  onPlacing: () => void
  onPart: (part: Part) => void
}) {
  const { t } = useTranslation('floor-plans')
  return (
    <div className="bm-row">
      <Button
        variant={placing ? 'filled' : 'default'}
        leftSection={placing ? <IconCheck size={20} stroke={2} /> : <IconMapPinPlus size={20} stroke={1.8} />}
        onClick={onPlacing}
      >
        {t(placing ? 'done' : 'place')}
      </Button>
      <Menu position="bottom-end" shadow="sm">
        <Menu.Target>
          <ActionIcon size={48} variant="default" aria-label={t('more')}>
            <IconDots size={20} stroke={1.9} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPlus size={18} />} onClick={() => onPart('add')}>
            {t('add')}
          </Menu.Item>
          <Menu.Item leftSection={<IconPencil size={18} />} onClick={() => onPart('rename')}>
            {t('rename')}
          </Menu.Item>
          <Menu.Item leftSection={<IconPhotoEdit size={18} />} onClick={() => onPart('replace')}>
            {t('replace')}
          </Menu.Item>
          <Menu.Item leftSection={<IconTrash size={18} />} onClick={() => onPart('delete')}>
            {t('delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}

interface PlanProps {
  plan: FloorPlan
  read: FloorPlanData
  show: string | undefined
  placing: boolean
  /** Choices above the picture, for as long as nobody places devices. */
  children: ReactNode
}

/** A floor plan with its devices, and what they say in words below it. */
function Plan({ plan, read, show, placing, children }: PlanProps) {
  const { t } = useTranslation('floor-plans')
  const now = useNow()
  const picture = useRef<HTMLDivElement>(null)
  const { pins, others } = devicesOnPlan(plan, read, show, now)
  useLiveValues(pins.map(({ device }) => device.id))
  return (
    <div className={classes.plan}>
      <div className={classes.main}>
        {placing ? (
          <Suspense fallback={<PartLoading />}>
            <Placing plan={plan} picture={picture} read={read} show={show} />
          </Suspense>
        ) : (
          <>
            <Sheet
              plan={plan}
              head={children}
              picture={picture}
              aiming={false}
              onPlace={() => undefined}
              pins={named => pins.map(pin => <PinLink key={pin.device.id} pin={pin} named={named} />)}
            />
            {pins.length === 0 && (
              <p className="bm-muted">{t(read.location.may.includes('edit') ? 'nobody_yet' : 'nobody')}</p>
            )}
          </>
        )}
      </div>
      <div className={classes.lists}>
        <DeviceRows title={t('on_plan')} devices={pins} />
        {!placing && <DeviceRows title={t('beside')} devices={others} />}
      </div>
    </div>
  )
}

function FloorPlans({ id }: { id: number }) {
  const { t } = useTranslation(['floor-plans', 'app'])
  const search = useScreenSearch(floorPlansScreen)
  const change = useChangeSearch(floorPlansScreen)
  const read = useFloorPlans(id)
  const { plans, location } = read
  /** Id of the plan on which devices are placed. */
  const [placed, setPlaced] = useState<number | null>(null)
  const [opened, setOpened] = useState<OpenDialog | null>(null)
  usePageName(location.name)
  const { plan, gone, forget } = useShownPlan(plans, search.plan)
  const placing = plan !== null && placed === plan.id
  const measurements = measurementsThere(read)
  const shown = measurementShown(measurements, search.show)
  const mayEdit = location.may.includes('edit')
  const added = (made: FloorPlan) => {
    setOpened(null)
    setPlaced(made.id)
    forget()
    void change({ plan: made.id })
  }
  const open = (part: Part) => setOpened({ part, plan: part === 'add' ? null : plan })
  const choices = (
    <div className={classes.choices}>
      {plan && plans.length > 1 && (
        <Select
          size="md"
          allowDeselect={false}
          label={t('plan')}
          data={plans.map(one => ({ value: String(one.id), label: one.name }))}
          value={String(plan.id)}
          onChange={value => {
            forget()
            if (value) void change({ plan: Number(value) })
          }}
        />
      )}
      {shown && (
        <Select
          size="md"
          allowDeselect={false}
          label={t('show')}
          data={measurements.map(({ type }) => ({ value: type.abbreviation, label: type.name }))}
          value={shown.type.abbreviation}
          onChange={value => value && void change({ show: value })}
        />
      )}
    </div>
  )
  const add = (
    <Button leftSection={<IconPlus size={20} stroke={1.9} />} onClick={() => open('add')}>
      {t('add')}
    </Button>
  )
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <div className="bm-grow">
          <PageHeading>{t('app:title.floor_plans')}</PageHeading>
          <p className="bm-muted">
            {plan && (placing || plans.length === 1) && plan.name !== location.name
              ? `${location.name} · ${plan.name}`
              : location.name}
          </p>
        </div>
        {plan && mayEdit && (
          <EditTools placing={placing} onPlacing={() => setPlaced(placing ? null : plan.id)} onPart={open} />
        )}
      </header>
      {gone && <Note status="attention">{gone.name === null ? t('gone') : t('gone_named', { name: gone.name })}</Note>}
      {plan ? (
        <Plan key={plan.id} plan={plan} read={read} show={shown?.type.abbreviation} placing={placing && mayEdit}>
          {choices}
        </Plan>
      ) : (
        <EmptyState
          title={t('empty_title')}
          text={t(mayEdit ? 'empty_text' : 'empty_reader')}
          action={mayEdit ? add : undefined}
        />
      )}
      <Dialogs
        opened={opened}
        locationId={id}
        plans={plans}
        onAdded={added}
        onDeleted={() => {
          setOpened(null)
          forget()
        }}
        onClose={() => setOpened(null)}
      />
    </div>
  )
}

/** Floor plans of a location: one is shown, with the newest values where they are measured. */
export default function FloorPlansPage() {
  const { id } = useScreenParams(floorPlansScreen)
  return <FloorPlans key={id} id={id} />
}
