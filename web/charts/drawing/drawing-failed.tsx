import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from '../chart.module.css'

/** Note shown where the drawing program did not come, as without reception. */
export function DrawingFailed() {
  const { t } = useTranslation('ui')
  return (
    <div className={classes.failed}>
      <Button variant="default" onClick={() => location.reload()}>
        {t('load_again')}
      </Button>
    </div>
  )
}
