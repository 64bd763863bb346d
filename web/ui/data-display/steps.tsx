import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { usePhone } from '../../kit/browser/is-desktop.ts'
import classes from './steps.module.css'

export interface Step {
  title: string
  /** Answer that was given. */
  said: string
  /** True where something there has to be put right. */
  wrong: boolean
}

interface Props {
  steps: readonly Step[]
  now: number
  /** The furthest one that can be opened. */
  reached: number
  onPick: (step: number) => void
}

function Bar({ steps, now }: Pick<Props, 'steps' | 'now'>) {
  const { t } = useTranslation('ui')
  return (
    <div className={classes.bar}>
      <span>{t('steps.of', { now: now + 1, all: steps.length })}</span>
      {steps.map((step, index) => (
        <i key={step.title} data-done={index < now || undefined} data-now={index === now || undefined} />
      ))}
    </div>
  )
}

/** Progress in a task of several steps; those done open again at a tap. */
export function Steps({ steps, now, reached, onPick }: Props) {
  const { t } = useTranslation('ui')
  if (usePhone()) return <Bar steps={steps} now={now} />
  return (
    <nav aria-label={t('steps.name')}>
      <ol className={classes.steps}>
        {steps.map((step, index) => (
          <li key={step.title}>
            <button
              type="button"
              disabled={index > reached}
              aria-current={index === now ? 'step' : undefined}
              data-done={(index < reached && index !== now) || undefined}
              onClick={() => onPick(index)}
            >
              <i aria-hidden="true">
                {index < reached && index !== now ? <IconCheck size={16} stroke={3} /> : index + 1}
              </i>
              <span>
                <b>{step.title}</b>
                <em data-wrong={step.wrong || undefined}>{step.said}</em>
              </span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}
