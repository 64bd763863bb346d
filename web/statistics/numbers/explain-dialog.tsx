import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import type { Explanation } from './explanation.ts'
import classes from './numbers.module.css'

interface Props {
  opened: boolean
  explanation: Explanation
  onClose: () => void
}

/** Steps by which a number came about, one below the other. */
export default function ExplainDialog({ opened, explanation, onClose }: Props) {
  const { t } = useTranslation('statistics')
  return (
    <Dialog opened={opened} title={explanation.title} size={560} onClose={onClose}>
      <p className="bm-muted">{t('explain.lead')}</p>
      <dl className={classes.steps}>
        {explanation.steps.map(({ name, lines }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {lines.map(line => (
                <span key={line}>{line}</span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
