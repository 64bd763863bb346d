import { IconDotsVertical, IconShare2, IconSquareRoundedPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Dialog } from './dialog.tsx'
import classes from './install-dialog.module.css'

/** Steps that put the product on the home screen by hand, where the browser does not ask by itself. */
export function InstallDialog({ apple, onClose }: { apple: boolean; onClose: () => void }) {
  const { t } = useTranslation('ui')
  const steps = apple
    ? [
        { icon: IconShare2, text: t('install.apple_share') },
        { icon: IconSquareRoundedPlus, text: t('install.apple_add') },
      ]
    : [
        { icon: IconDotsVertical, text: t('install.menu_open') },
        { icon: IconSquareRoundedPlus, text: t('install.menu_add') },
      ]
  return (
    <Dialog opened title={t('install.title')} onClose={onClose}>
      <p className="bm-muted">{t('install.why')}</p>
      <ol className={classes.steps}>
        {steps.map(({ icon: Icon, text }) => (
          <li key={text}>
            <Icon size={23} stroke={1.8} />
            {text}
          </li>
        ))}
      </ol>
    </Dialog>
  )
}
