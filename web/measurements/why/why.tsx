import { useDisclosure } from '@mantine/hooks'
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import type { MeasurementDefinition } from '#shared/rules/science/measurement-definition.ts'
import { lazyPart } from '../../kit/pages/part.ts'
import { LazyOverlay } from '../../ui/overlays/lazy-overlay.tsx'
import type { Subject } from '../page/subject.ts'

const WhyDialog = lazyPart(() => import('./why-dialog.tsx'))

/** A value on the screen: of what, and from which stretch (epoch ms, from ≤ t < until). */
export interface Asked {
  definition: MeasurementDefinition
  from: number
  until: number
}

const WhyContext = createContext<((asked: Asked) => void) | null>(null)

/** Asks how a value came about; null where nobody answers. */
export const useWhy = () => useContext(WhyContext)

interface Props {
  subject: Subject
  withoutFaults: boolean
  children: ReactNode
}

/** Answers the values below it that are asked how they came about. */
export function WhyAnswers({ subject, withoutFaults, children }: Props) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const [opened, { open, close }] = useDisclosure()
  const ask = useMemo(
    () => (next: Asked) => {
      setAsked(next)
      open()
    },
    [open],
  )
  return (
    <WhyContext value={ask}>
      {children}
      <LazyOverlay when={opened} onFailed={close}>
        {isOpen =>
          asked && (
            <WhyDialog
              opened={isOpen}
              asked={asked}
              target={subject.asked}
              withoutFaults={withoutFaults}
              onClose={close}
            />
          )
        }
      </LazyOverlay>
    </WhyContext>
  )
}
