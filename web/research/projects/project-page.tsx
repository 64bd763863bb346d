import { Button } from '@mantine/core'
import { IconReportAnalytics, IconShieldCheck } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Research } from '#shared/contract/places/research.ts'
import { isAnswer } from '#shared/rules/research/consent.ts'
import { LISTS } from '../../kit/api/lists.ts'
import { useRead } from '../../kit/api/query.ts'
import { useUser } from '../../kit/api/session.ts'
import { PageHeading, usePageName } from '../../kit/pages/page.tsx'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink, useChangeSearch, useScreenParams, useScreenSearch } from '../../kit/routing/link.tsx'
import type { PageAddress } from '../../kit/routing/screen.ts'
import { researchDashboardScreen } from '../../statistics/screens.ts'
import { QuantityName } from '../../ui/data-display/quantity-name.tsx'
import { RichText } from '../../ui/data-display/rich-text.tsx'
import { WithDates } from '../../ui/data-display/with-dates.tsx'
import { NotesCard } from '../notes/notes-card.tsx'
import { subjectOptions } from '../planning/subjects.ts'
import {
  consentReadsRead,
  projectPlacesRead,
  projectRead,
  RESEARCH,
  researchNotesRead,
  snapshotsRead,
} from '../queries.ts'
import { consentScreen, editProjectScreen, projectScreen, quickStartScreen } from '../screens.ts'
import { SnapshotsCard } from '../snapshots/snapshots-card.tsx'
import { ConsentHistory } from './consent-history.tsx'
import { ConsentReads } from './consent-reads.tsx'
import { ProjectDialogs, type ProjectTask } from './project-dialogs.tsx'
import { Part, ProjectList } from './project-list.tsx'
import { ProjectPeople } from './project-people.tsx'
import { ProjectPlaces } from './project-places.tsx'
import { namedInShort, useDates } from './project-words.ts'
import classes from './projects.module.css'

export const reads = ({ params }: PageAddress) =>
  [
    projectRead(Number(params.id)),
    projectPlacesRead(Number(params.id)),
    consentReadsRead(Number(params.id)),
    snapshotsRead(Number(params.id)),
    researchNotesRead(Number(params.id)),
    RESEARCH,
    LISTS,
  ] as const

function Facts({ project }: { project: Research }) {
  const { t } = useTranslation('projects')
  const lists = useRead(LISTS)
  const dates = useDates()
  const subject = subjectOptions(lists).find(({ value }) => Number(value) === project.research_subject_id)?.label
  const leader = project.led_by && [project.led_by.name, project.led_by.email].filter(Boolean).join(', ')
  const facts: [string, ReactNode, boolean?][] = [
    [t('facts.institution'), project.institution],
    [t('facts.led_by'), leader],
    [t('facts.period'), <WithDates key="period" text={dates.period(project)} />],
    [t('facts.subject'), subject],
    [
      t('facts.measured'),
      project.target_measurements.length > 0 ? namedInShort(lists, project.target_measurements) : t('facts.all'),
    ],
    [t('facts.aim'), project.aim, true],
    [t('facts.purpose'), project.purpose && <RichText key="purpose" text={project.purpose} />, true],
    [t('facts.conclusion'), project.conclusion ?? (project.state === 'ended' ? null : t('facts.later')), true],
  ]
  return (
    <dl className={classes.facts}>
      {facts.map(
        ([name, value, wide]) =>
          value && (
            <div key={name} className={wide ? classes.wide : undefined}>
              <dt>{name}</dt>
              <dd>{typeof value === 'string' ? <QuantityName name={value} /> : value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

function Actions({ project, onTask }: { project: Research; onTask: (task: ProjectTask) => void }) {
  const { t } = useTranslation(['projects', 'app'])
  const { id, may, answer, state } = project
  const manages = may.includes('edit')
  const params = { params: { id } }
  const { admin, permissions } = useUser()
  const analyses = admin || permissions.includes('research-analysis')
  return (
    <div className={classes.actions}>
      {answer !== null && (
        <Button
          component={ScreenLink}
          to={linkTo(consentScreen, params)}
          variant={answer === 'asked' ? 'filled' : 'default'}
          leftSection={<IconShieldCheck size={19} stroke={1.9} />}
        >
          {t(answer === 'yes' || answer === 'no' ? 'answer_change' : 'share')}
        </Button>
      )}
      {analyses && (
        <Button
          component={ScreenLink}
          to={linkTo(researchDashboardScreen, { search: { project: id } })}
          variant="default"
          leftSection={<IconReportAnalytics size={19} stroke={1.9} />}
        >
          {t('app:title.research_dashboard')}
        </Button>
      )}
      {manages && state !== 'ended' && (
        <Button component={ScreenLink} to={linkTo(quickStartScreen)} variant="default">
          {t('plan')}
        </Button>
      )}
      {manages && (
        <Button component={ScreenLink} to={linkTo(editProjectScreen, params)} variant="default">
          {t('edit')}
        </Button>
      )}
      {manages && state === 'active' && (
        <Button variant="default" onClick={() => onTask('end')}>
          {t('end')}
        </Button>
      )}
      {manages && (
        <Button variant="outline" color="red" onClick={() => onTask('delete')}>
          {t('delete')}
        </Button>
      )}
    </div>
  )
}

/** A research project: what it asks, where it measures, who reads it, and what owners said. */
function ProjectOf({ id }: { id: number }) {
  const { t } = useTranslation('projects')
  const project = useRead(projectRead(id))
  const projects = useRead(RESEARCH)
  const { answered: justAnswered, receipt } = useScreenSearch(projectScreen)
  const changeSearch = useChangeSearch(projectScreen)
  const [task, setTask] = useState<ProjectTask | null>(null)
  // The dialog keeps what it opened with; an address that is read again, or sent to somebody, is no answer of a moment ago.
  useEffect(() => {
    if (justAnswered !== undefined) void changeSearch({ answered: undefined })
  }, [justAnswered, changeSearch])
  // Former owners go on to see who read it in their time.
  const answered = project.consent_history.some(({ kind, said_by }) => isAnswer(kind) && said_by !== null)
  usePageName(project.name)
  return (
    <div className={`${classes.columns} ${projects.length > 1 ? classes.withSide : ''}`}>
      {projects.length > 1 && (
        <aside className={classes.side} aria-label={t('title')}>
          <ProjectList projects={projects} chosen={id} />
        </aside>
      )}
      <div className={classes.details}>
        <section className={`bm-card ${classes.card}`}>
          <header className={classes.line}>
            <PageHeading>{project.name}</PageHeading>
            <span className={classes.actions}>
              <span className="bm-tag">{t(`state.${project.state}`)}</span>
              <Part project={project} />
            </span>
          </header>
          <Facts project={project} />
          <Actions project={project} onTask={setTask} />
        </section>
        <ProjectPlaces project={project} />
        <div className={classes.two}>
          <ProjectPeople project={project} onAsk={() => setTask('ask')} />
          <ConsentHistory
            project={project}
            opened={justAnswered ?? receipt ?? null}
            isNew={justAnswered !== undefined}
            onClose={() => void changeSearch({ answered: undefined, receipt: undefined })}
          />
        </div>
        <SnapshotsCard project={project} />
        <NotesCard project={project} />
        {(project.answer !== null || answered) && <ConsentReads project={project} />}
      </div>
      {task && <ProjectDialogs task={task} project={project} onClose={() => setTask(null)} />}
    </div>
  )
}

export default function ProjectPage() {
  const { id } = useScreenParams(projectScreen)
  return <ProjectOf key={id} id={id} />
}
