import {
  IconAdjustmentsHorizontal,
  IconAntenna,
  IconBinaryTree,
  IconBook,
  IconBroadcast,
  IconChartHistogram,
  IconChevronRight,
  IconCpu,
  IconDeviceAnalytics,
  IconFlask,
  IconHexagons,
  IconHome,
  IconMessages,
  IconPlug,
  IconReport,
  IconRocket,
  IconServer,
  IconSnowflake,
  IconWind,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { LISTS } from '../kit/api/lists.ts'
import { openText } from '../kit/language/open-text.ts'
import { PageHeading } from '../kit/pages/page.tsx'
import { linkTo } from '../kit/routing/address.ts'
import { ScreenLink } from '../kit/routing/link.tsx'
import { PageLoading } from '../ui/feedback/page-loading.tsx'
import classes from './help.module.css'
import { NoManuals } from './no-manuals.tsx'
import { manualScreen } from './screens.ts'

const ICONS: Partial<Record<string, ComponentType<{ size?: number; stroke?: number }>>> = {
  quick_start: IconRocket,
  device: IconDeviceAnalytics,
  calibration: IconAdjustmentsHorizontal,
  research: IconFlask,
  frozen_versions: IconSnowflake,
  emission: IconWind,
  reports: IconReport,
  grafana: IconChartHistogram,
  home_assistant: IconHome,
  node_red: IconBinaryTree,
  telegraf: IconServer,
  esphome: IconCpu,
  tasmota: IconPlug,
  zigbee2mqtt: IconHexagons,
  things_stack: IconBroadcast,
  chirpstack: IconAntenna,
  contact_points: IconMessages,
}

function ManualCard({ id, name }: { id: string; name: string }) {
  const Icon = ICONS[id] ?? IconBook
  return (
    <li>
      <ScreenLink to={linkTo(manualScreen, { params: { key: id } })} className={`bm-card ${classes.card}`}>
        <span className={classes.icon}>
          <Icon size={26} stroke={1.8} />
        </span>
        <span className="bm-grow">
          <b>{name}</b>
          <span className="bm-small bm-muted">{openText('help', `about.${id}`)}</span>
        </span>
        <IconChevronRight size={20} stroke={1.8} />
      </ScreenLink>
    </li>
  )
}

export default function ManualsPage() {
  const { t } = useTranslation('help')
  const { data, error, refetch } = useQuery(LISTS)
  if (!data) return error ? <NoManuals onRetry={() => void refetch()} /> : <PageLoading />
  return (
    <div className={classes.page}>
      <PageHeading>{t('manuals')}</PageHeading>
      <p className="bm-muted">{t('manuals_text')}</p>
      <ul className={classes.cards}>
        {data.manuals.map(({ key, name }) => (
          <ManualCard key={key} id={key} name={name} />
        ))}
      </ul>
    </div>
  )
}
