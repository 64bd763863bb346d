import { useTranslation } from 'react-i18next'
import classes from '../sign-in/visitor.module.css'

export function TermsText() {
  const { t } = useTranslation('users')
  const sections = t('terms.sections', { returnObjects: true })
  return (
    <div className={classes.terms}>
      <p className="bm-muted">{t('terms.version')}</p>
      {sections.map(({ title, text }) => (
        <section key={title}>
          <h2>{title}</h2>
          <p>{text}</p>
        </section>
      ))}
    </div>
  )
}
