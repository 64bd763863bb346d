import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Research } from '#shared/contract/places/research.ts'
import { useDates } from './project-words.ts'
import classes from './projects.module.css'

/** People who read a project, and owners who were asked and have not answered: told to who leads it. */
export function ProjectPeople({ project, onAsk }: { project: Research; onAsk: () => void }) {
  const { t } = useTranslation('projects')
  const dates = useDates()
  const manages = project.may.includes('edit')
  const asked = project.open_questions
  const ownerOf = (location: string | null) =>
    location === null ? t('people.owner') : t('people.owner_of', { location })
  return (
    <section className={`bm-card ${classes.card}`}>
      <header className={classes.line}>
        <h2>{t('people.title')}</h2>
        {manages && project.state !== 'ended' && (
          <Button size="compact-md" variant="subtle" onClick={onAsk}>
            {t('people.ask')}
          </Button>
        )}
      </header>
      <p className="bm-small bm-muted">{t('readers', { count: project.readers })}</p>
      <ul className={`${classes.plain} ${classes.rows}`}>
        {project.led_by && (
          <li className={classes.person}>
            <span>{[project.led_by.name, project.led_by.email].filter(Boolean).join(', ')}</span>
            <span className="bm-tag">{t('facts.led_by')}</span>
          </li>
        )}
        {project.people.map(email => (
          <li key={email} className={classes.person}>
            <span>{email}</span>
            <span className="bm-tag">{t('people.added')}</span>
          </li>
        ))}
        {project.offers.map(({ id, email }) => (
          <li key={id} className={classes.person}>
            <span>{email}</span>
            <span className="bm-small bm-muted">{t('people.waiting')}</span>
          </li>
        ))}
        {asked.map(({ email, location_name, asked_at }, index) => (
          <li key={email ?? index} className={classes.person}>
            <span>{email ?? ownerOf(location_name)}</span>
            <span className="bm-small bm-muted">{t('people.asked_since', { date: dates.day(asked_at) })}</span>
          </li>
        ))}
      </ul>
      {manages && <p className="bm-small bm-muted">{t('people.text')}</p>}
    </section>
  )
}
