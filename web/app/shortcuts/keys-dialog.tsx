import { Kbd, Switch } from '@mantine/core'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { switchKeys, useKeysOn } from '../../kit/browser/keys.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { SHORTCUTS } from './key-table.ts'
import classes from './keys-dialog.module.css'

/** All keys, and the switch that turns them off. */
export default function KeysDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const on = useKeysOn()
  return (
    <Dialog opened={opened} title={t('keys.title')} onClose={onClose}>
      <dl className={classes.keys} data-off={!on || undefined}>
        {SHORTCUTS.map(({ keys, label }) => (
          <div key={label}>
            <dt>{t(label)}</dt>
            <dd>
              {keys.map((key, index) => (
                <Fragment key={key}>
                  {index > 0 && <span className="bm-small bm-muted">{t('keys.then')}</span>}
                  <Kbd>{key}</Kbd>
                </Fragment>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <Switch
        className={classes.switch}
        label={t('keys.on')}
        description={t('keys.on_help')}
        checked={on}
        onChange={event => switchKeys(event.currentTarget.checked)}
      />
    </Dialog>
  )
}
