import { useTranslation } from 'react-i18next'
import { LISTS } from '../../kit/api/lists.ts'
import { PageHeading } from '../../kit/pages/page.tsx'
import { ProjectForm } from './project-form.tsx'
import classes from './projects.module.css'

export const reads = () => [LISTS] as const

/** A new research project. */
export default function NewProjectPage() {
  const { t } = useTranslation('projects')
  return (
    <div className={classes.page}>
      <PageHeading>{t('form.new')}</PageHeading>
      <ProjectForm project={null} />
    </div>
  )
}
