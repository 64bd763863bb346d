import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasWords } from '#shared/rules/formats/search-text.ts'
import { PROJECT_STATES } from '#shared/rules/research/consent.ts'
import { useRead } from '../../kit/api/query.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink, useGo, useScreenSearch } from '../../kit/routing/link.tsx'
import { PageHead } from '../../ui/data-display/page-head.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { Segments } from '../../ui/forms/segments.tsx'
import { RESEARCH } from '../queries.ts'
import { newProjectScreen, projectsScreen } from '../screens.ts'
import { LeftVersions } from '../snapshots/left-versions.tsx'
import { LeftProjects } from './left-projects.tsx'
import { ProjectList } from './project-list.tsx'
import classes from './projects.module.css'

export const reads = () => [RESEARCH] as const

const FILTERS = ['all', ...PROJECT_STATES] as const

/** All research projects that the person has to do with. */
export default function ProjectsPage() {
  const { t } = useTranslation('projects')
  const projects = useRead(RESEARCH)
  const { state } = useScreenSearch(projectsScreen)
  const go = useGo()
  const [sought, setSought] = useState('')
  const filter = FILTERS.find(one => one === state) ?? 'all'
  const found = projects.filter(
    one => (filter === 'all' || one.state === filter) && hasWords([one.name, one.institution, one.aim], sought),
  )
  const countOf = (one: (typeof FILTERS)[number]) =>
    projects.filter(({ state }) => one === 'all' || state === one).length
  const add = (
    <Button component={ScreenLink} to={linkTo(newProjectScreen)} leftSection={<IconPlus size={20} stroke={2} />}>
      {t('new')}
    </Button>
  )
  return (
    <div className={classes.page}>
      <PageHead title={t('title')} text={t('lead')} action={projects.length > 0 && add} />
      {projects.length === 0 ? (
        <EmptyState title={t('empty.title')} text={t('empty.text')} action={add} />
      ) : (
        <>
          <div className={classes.head}>
            <Segments
              aria-label={t('filter')}
              value={filter}
              onChange={value =>
                void go(linkTo(projectsScreen, { search: { state: value === 'all' ? null : value } }), {
                  replace: true,
                })
              }
              data={FILTERS.map(value => ({ value, label: `${t(`filters.${value}`)} ${countOf(value)}` }))}
            />
            <SearchField label={t('find')} search={sought} onSearch={setSought} />
          </div>
          {found.length > 0 ? <ProjectList projects={found} /> : <p className="bm-muted">{t('empty.none')}</p>}
        </>
      )}
      <LeftProjects />
      <LeftVersions />
    </div>
  )
}
