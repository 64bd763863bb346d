import { notFound } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { LISTS } from '../../kit/api/lists.ts'
import { useRead } from '../../kit/api/query.ts'
import { PageHeading, usePageName } from '../../kit/pages/page.tsx'
import { useScreenParams } from '../../kit/routing/link.tsx'
import type { PageAddress } from '../../kit/routing/screen.ts'
import { projectRead } from '../queries.ts'
import { editProjectScreen } from '../screens.ts'
import { ProjectForm } from './project-form.tsx'
import classes from './projects.module.css'

export const reads = ({ params }: PageAddress) => [projectRead(Number(params.id)), LISTS] as const

/** Changes a research project. */
export default function EditProjectPage() {
  const { t } = useTranslation('projects')
  const { id } = useScreenParams(editProjectScreen)
  const project = useRead(projectRead(id))
  usePageName(project.name)
  if (!project.may.includes('edit')) throw notFound()
  return (
    <div className={classes.page}>
      <PageHeading>{t('form.edit', { name: project.name })}</PageHeading>
      <ProjectForm key={id} project={project} />
    </div>
  )
}
