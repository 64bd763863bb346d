import { useTranslation } from 'react-i18next'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { StatusWord } from '../../ui/status/status-word.tsx'
import { glossaryScreen } from '../screens.ts'
import classes from './grade.module.css'

/** States a badge may show, as they are told apart by colour, shape and word. */
const LEVELS = ['good', 'attention', 'too_cold', 'act_now', 'stale', 'no_data', 'not_graded'] as const

/** Dialog that says what goes into a grade, what its colours mean and why there may be none. */
export default function GradeDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('grade')
  return (
    <Dialog opened={opened} title={t('title')} onClose={onClose}>
      <p>{t('lead')}</p>
      <h3 className={classes.heading}>{t('goes_in')}</h3>
      <p>{t('goes_in_text')}</p>
      <h3 className={classes.heading}>{t('levels')}</h3>
      <dl className={classes.levels}>
        {LEVELS.map(level => (
          <div key={level}>
            <dt>
              <StatusWord status={level} />
            </dt>
            <dd>{t(`level.${level}`)}</dd>
          </div>
        ))}
      </dl>
      <ScreenLink to={linkTo(glossaryScreen, { hash: 'grade' })} className={classes.more} onClick={onClose}>
        {t('more')}
      </ScreenLink>
    </Dialog>
  )
}
