import { useDisclosure } from '@mantine/hooks'
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import type { MeasurementDefinition } from '#shared/rules/science/measurement-definition.ts'
import { lazyPart } from '../../kit/pages/part.ts'
import { LazyOverlay } from '../../ui/overlays/lazy-overlay.tsx'
import type { Subject } from '../page/subject.ts'

const WhyDialog = lazyPart(() => import('./why-dialog.tsx'))

/** A value on the screen: of what, and from which interval (epoch ms, from ≤ t < until). */
export interface WhyQuestion {
  definition: MeasurementDefinition
  from: number
  until: number
}

const WhyContext = createContext<((question: WhyQuestion) => void) | null>(null)

/** Asks how a value came about; null where nobody answers. */
export const useWhy = () => useContext(WhyContext)

interface Props {
  subject: Subject
  withoutFaults: boolean
  children: ReactNode
}

/** Answers the values below it that are asked how they came about. */
export function WhyAnswers({ subject, withoutFaults, children }: Props) {
  const [question, setQuestion] = useState<WhyQuestion | null>(null)
  const [opened, { open, close }] = useDisclosure()
  const ask = useMemo(
    () => (next: WhyQuestion) => {
      setQuestion(next)
      open()
    },
    [open],
  )
  return (
    <WhyContext value={ask}>
      {children}
      <LazyOverlay when={opened} onFailed={close}>
        {isOpen =>
          question && (
            <WhyDialog
              opened={isOpen}
              question={question}
              target={subject.target}
              withoutFaults={withoutFaults}
              onClose={close}
            />
          )
        }
      </LazyOverlay>
    </WhyContext>
  )
}
