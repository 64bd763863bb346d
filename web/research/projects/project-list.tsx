import { IconCircleCheck, IconCircleDashed, IconCircleX, IconFlag } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Research } from '#shared/contract/places/research.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { useNow } from '../../kit/time/now.ts'
import { projectScreen } from '../screens.ts'
import { dayOf, partOf, progressOf, useDates } from './project-words.ts'
import classes from './projects.module.css'

const PART_ICONS = {
  yes: IconCircleCheck,
  no: IconCircleX,
  asked: IconCircleDashed,
  open: IconCircleDashed,
  own: IconFlag,
} as const

/** The caller's part in a project: a shape and a word. */
export function Part({ project }: { project: Research }) {
  const { t } = useTranslation('projects')
  const part = partOf(project)
  if (part === null) return null
  const Icon = PART_ICONS[part]
  return (
    <span className={classes.part} data-part={part}>
      <Icon size={17} stroke={1.9} aria-hidden="true" />
      {t(`answer.${part}`)}
    </span>
  )
}

function Progress({ project, now }: { project: Research; now: number }) {
  const { t } = useTranslation('projects')
  const dates = useDates()
  const share = progressOf(project, now)
  const { day, days } = dayOf(project, now, dates.zone)
  const said =
    project.state === 'planned'
      ? t('from', { date: dates.day(project.start) })
      : project.state === 'ended'
        ? dates.period(project)
        : days === null
          ? t('day', { day })
          : t('day_of', { day, days })
  return (
    <span className={classes.line}>
      {share !== null && (
        <span className={classes.bar} aria-hidden="true">
          <span style={{ width: `${Math.round(share * 100)}%` }} />
        </span>
      )}
      <span className="bm-small bm-muted">{said}</span>
    </span>
  )
}

/** Projects as cards, each with how far it is and the caller's part in it. */
export function ProjectList({ projects, chosen }: { projects: readonly Research[]; chosen?: number }) {
  const { t } = useTranslation('projects')
  const now = useNow(60_000)
  return (
    <ul className={classes.list} aria-label={t('title')}>
      {projects.map(project => (
        <li key={project.id}>
          <ScreenLink
            to={linkTo(projectScreen, { params: { id: project.id } })}
            className={`bm-card ${classes.project}`}
            aria-current={project.id === chosen ? 'page' : undefined}
          >
            <span className={classes.line}>
              <b>{project.name}</b>
              <Part project={project} />
            </span>
            <span className="bm-small bm-muted">
              {[
                project.institution ?? (project.led_by && t('by', { name: project.led_by.name })),
                t(`state.${project.state}`),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
            <Progress project={project} now={now} />
          </ScreenLink>
        </li>
      ))}
    </ul>
  )
}
