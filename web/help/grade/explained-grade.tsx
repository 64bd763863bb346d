import { useDisclosure } from '@mantine/hooks'
import i18next from 'i18next'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { loadTexts } from '../../kit/language/language.ts'
import { lazyPart } from '../../kit/pages/part.ts'
import { GradeBarn } from '../../ui/icons/grade-barn.tsx'
import { LazyOverlay } from '../../ui/overlays/lazy-overlay.tsx'
import classes from './grade.module.css'

const GradeDialog = lazyPart(async () => {
  const [part] = await Promise.all([import('./grade-dialog.tsx'), loadTexts(i18next, ['grade'])])
  return part
})

/** The grade badge where it is drawn large: a tap says what it means. */
export function ExplainedGrade(badge: ComponentProps<typeof GradeBarn>) {
  const { t } = useTranslation('ui')
  const [opened, dialog] = useDisclosure(false)
  return (
    <>
      <button type="button" className={classes.badge} title={t('grade.meaning')} onClick={dialog.open}>
        <GradeBarn {...badge} />
        <span className="bm-hidden">{t('grade.meaning')}</span>
      </button>
      <LazyOverlay when={opened} onFailed={dialog.close}>
        {there => <GradeDialog opened={there} onClose={dialog.close} />}
      </LazyOverlay>
    </>
  )
}
