import { useTranslation } from 'react-i18next'
import { PageHeading } from '../kit/pages/page.tsx'
import classes from './help.module.css'

/** News of each version, the newest first. */
export default function NewPage() {
  const { t } = useTranslation('help')
  const versions = t('versions', { returnObjects: true })
  return (
    <div className={classes.page}>
      <PageHeading>{t('new')}</PageHeading>
      {versions.map(({ version, groups }) => (
        <article key={version} className={`bm-card ${classes.version}`}>
          <h2>{t('version', { version: `v${version}` })}</h2>
          {groups.map(({ title, points }) => (
            <section key={title}>
              <h3>{title}</h3>
              <ul>
                {points.map(point => (
                  <li key={point}>{point}</li>
                ))}
              </ul>
            </section>
          ))}
        </article>
      ))}
    </div>
  )
}
