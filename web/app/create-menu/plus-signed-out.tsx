import { Tooltip } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../shell/layout.module.css'

/** The plus of somebody who is not signed in: it does nothing, and says why to mouse, finger, keyboard and ear. */
export default function PlusSignedOut() {
  const { t } = useTranslation()
  const reason = useId()
  return (
    <>
      <Tooltip label={t('plus.signed_out')} events={{ hover: true, focus: true, touch: true }}>
        <button
          type="button"
          className={classes.icon}
          aria-label={t('plus.open')}
          aria-disabled="true"
          aria-describedby={reason}
        >
          <IconPlus size={24} stroke={2} />
        </button>
      </Tooltip>
      <span id={reason} className="bm-hidden">
        {t('plus.signed_out')}
      </span>
    </>
  )
}
