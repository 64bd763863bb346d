import { Button } from '@mantine/core'
import { IconBuildingWarehouse, IconDeviceAnalytics, IconPlayerPlay, IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { devicesScreen } from '../../devices/screens.ts'
import { InvitationsLine } from '../../groups/invitations-line.tsx'
import { useUser } from '../../kit/api/session.ts'
import { PageHeading } from '../../kit/pages/page.tsx'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { OffersLine } from '../../offers/offers-line.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { Skyline, type SkylineBarn } from '../../ui/icons/skyline.tsx'
import { StatusShape } from '../../ui/status/status-shape.tsx'
import { newLocationScreen } from '../screens.ts'
import { DemoProgress, useDemoState, useLoadDemo } from './demo-strip.tsx'
import classes from './first-start.module.css'
import { ServerCard } from './server-card.tsx'

const EXAMPLE = ['act_now', 'too_cold', 'attention', 'no_data', 'good', 'good', 'good'] as const

const useExample = (): SkylineBarn[] => {
  const { t } = useTranslation('locations')
  const names = t('first.example', { returnObjects: true })
  return EXAMPLE.map((status, index) => ({ id: index, name: names[index] ?? '', status }))
}

function DemoCard() {
  const { t } = useTranslation('locations')
  const barns = useExample()
  const demo = useDemoState()
  const load = useLoadDemo()
  const failure = load.error?.message ?? (demo?.state === 'failed' ? t('demo.failed') : null)
  return (
    <section className={`bm-card ${classes.way} ${classes.first}`}>
      <div className={classes.picture} aria-hidden="true">
        <Skyline barns={barns} />
      </div>
      <h2>{t('first.demo_title')}</h2>
      <p>{t('first.demo_text')}</p>
      {failure && <Note status="act_now">{failure}</Note>}
      {demo?.state === 'loading' ? (
        <DemoProgress progress={demo.progress} />
      ) : (
        <Button
          leftSection={<IconPlayerPlay size={20} stroke={1.8} />}
          loading={load.isPending}
          onClick={() => load.mutate({})}
        >
          {t('first.demo_action')}
        </Button>
      )}
    </section>
  )
}

function OwnCard() {
  const { t } = useTranslation('locations')
  return (
    <section className={`bm-card ${classes.way}`}>
      <div className={classes.picture} aria-hidden="true">
        <svg width="120" height="112" viewBox="0 0 58 56" aria-hidden="true">
          <path
            d="M4 54.5a3 3 0 0 1-3-3V22L10.5 10 29 2l18.5 8L57 22v29.500a3 3 0 0 1-3 3Z"
            fill="var(--bm-noneSoft)"
            stroke="var(--bm-none)"
            strokeWidth="1.3"
            strokeDasharray="3 2.4"
            strokeLinejoin="round"
          />
          <path d="M29 24v18m-9-9h18" stroke="var(--bm-steel)" strokeWidth="3" strokeLinecap="round" />
        </svg>
      </div>
      <h2>{t('first.own_title')}</h2>
      <p>{t('first.own_text')}</p>
      <Button
        variant="default"
        component={ScreenLink}
        to={linkTo(newLocationScreen)}
        leftSection={<IconPlus size={20} stroke={2.1} />}
      >
        {t('first.own_action')}
      </Button>
    </section>
  )
}

function Steps({ devices }: { devices: number }) {
  const { t } = useTranslation('locations')
  const steps = [
    { key: 'place', icon: IconBuildingWarehouse, to: linkTo(newLocationScreen), done: false },
    { key: 'device', icon: IconDeviceAnalytics, to: linkTo(devicesScreen), done: devices > 0 },
  ] as const
  return (
    <section>
      <div className={classes.stepsHead}>
        <h2>{t('first.then')}</h2>
        <span className="bm-muted bm-small">
          {t('first.done', { done: steps.filter(({ done }) => done).length, all: steps.length })}
        </span>
      </div>
      <ol className={classes.steps}>
        {steps.map(({ key, icon: Icon, to, done }, index) => (
          <li key={key}>
            <ScreenLink to={to} className={`bm-card ${classes.step}`}>
              {done ? <StatusShape status="good" size={26} /> : <b className={classes.number}>{index + 1}</b>}
              <Icon size={22} stroke={1.8} color="var(--bm-steel)" />
              <span>
                <b>{t(`first.step.${key}.title`)}</b>
                <span className="bm-muted">{t(`first.step.${key}.text`)}</span>
              </span>
            </ScreenLink>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Home before there is any location: look around in the demo farm, or add a farm. */
export default function FirstStart({ devices }: { devices: number }) {
  const { t } = useTranslation('locations')
  const { name, admin } = useUser()
  return (
    <div className={classes.page}>
      <header>
        <PageHeading className={classes.title}>{t('first.title', { name: name.split(' ')[0] })}</PageHeading>
        <p className="bm-muted">{t(admin ? 'first.intro_admin' : 'first.intro')}</p>
      </header>
      <OffersLine />
      <InvitationsLine />
      <div className={classes.ways} data-one={!admin || undefined}>
        {admin && <DemoCard />}
        <OwnCard />
      </div>
      <Steps devices={devices} />
      {admin && <ServerCard />}
    </div>
  )
}
