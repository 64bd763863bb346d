import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LeftResearch } from '#shared/contract/places/consents.ts'
import { QueryFailed, ReadBoundary } from '../../ui/feedback/read-boundary.tsx'
import { LEFT_RESEARCH } from '../queries.ts'
import { ConsentHistory } from './consent-history.tsx'
import { ConsentReads } from './consent-reads.tsx'
import classes from './projects.module.css'

function LeftProject({ project }: { project: LeftResearch }) {
  const { t } = useTranslation('projects')
  const [isOpen, setIsOpen] = useState(false)
  const { name, institution, led_by } = project
  return (
    <li className={classes.deposit}>
      <b>{name}</b>
      <span className="bm-small bm-muted">{[institution, led_by].filter(Boolean).join(' · ')}</span>
      <div className={classes.actions}>
        <Button size="sm" variant="default" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {t(isOpen ? 'left.close' : 'left.open')}
        </Button>
      </div>
      {isOpen && (
        <ReadBoundary>
          <ConsentHistory project={project} opened={null} isNew={false} onClose={() => undefined} />
          <ConsentReads project={project} />
        </ReadBoundary>
      )}
    </li>
  )
}

/** Projects that are gone and that own data was shared with: what was answered and read stays to be seen. */
export function LeftProjects() {
  const { t } = useTranslation('projects')
  const left = useQuery(LEFT_RESEARCH)
  const { data = [] } = left
  if (data.length === 0) return <QueryFailed query={left} />
  return (
    <section className={`bm-card ${classes.card}`} aria-labelledby="left-projects">
      <h2 id="left-projects">{t('left.title')}</h2>
      <p className="bm-small bm-muted">{t('left.text')}</p>
      <ul className={classes.plain}>
        {data.map(project => (
          <LeftProject key={project.id} project={project} />
        ))}
      </ul>
    </section>
  )
}
