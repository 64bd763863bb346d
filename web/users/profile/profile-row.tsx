import { Menu, UnstyledButton } from '@mantine/core'
import { IconCheck, IconChevronRight } from '@tabler/icons-react'
import { type ComponentType, type ReactNode, useId } from 'react'
import type { Target } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import classes from './profile.module.css'

export interface RowText {
  icon: ComponentType<{ size?: number; stroke?: number }>
  name: string
  value: ReactNode
  /** Content at the right end, before the arrow. */
  end?: ReactNode
}

function Inside({ icon: Icon, name, value, end }: RowText) {
  return (
    <>
      <Icon size={21} stroke={1.8} />
      <span className={classes.rowText}>
        <b>{name}</b>
        <span>{value}</span>
      </span>
      {end}
      <IconChevronRight size={19} stroke={2.1} className={classes.arrow} />
    </>
  )
}

/** A row of the profile that opens a dialog. */
export function ButtonRow({ onClick, ...text }: RowText & { onClick: () => void }) {
  return (
    <UnstyledButton className={classes.row} onClick={onClick}>
      <Inside {...text} />
    </UnstyledButton>
  )
}

/** A row of the profile that leads to another screen. */
export function LinkRow({ to, ...text }: RowText & { to: Target }) {
  return (
    <ScreenLink to={to} className={classes.row}>
      <Inside {...text} />
    </ScreenLink>
  )
}

interface Choice<Value extends string> {
  value: Value
  label: string
  icon: ReactNode
  lang?: string
}

interface ChoiceProps<Value extends string> extends Omit<RowText, 'value'> {
  choices: readonly Choice<Value>[]
  chosen: Value
  onChoose: (value: Value) => void
}

/** A row of the profile that opens a short list; what is chosen holds at once. */
export function ChoiceRow<Value extends string>({ choices, chosen, onChoose, ...text }: ChoiceProps<Value>) {
  const current = choices.find(({ value }) => value === chosen)
  return (
    <Menu position="bottom-end" shadow="sm" width={240}>
      <Menu.Target>
        <UnstyledButton className={classes.row}>
          <Inside {...text} value={current?.label} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map(({ value, label, icon, lang }) => (
          <Menu.Item
            key={value}
            lang={lang}
            leftSection={icon}
            rightSection={value === chosen ? <IconCheck size={18} /> : undefined}
            onClick={() => onChoose(value)}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** A card of rows below its heading. */
export function Rows({ title, hidden, children }: { title: string; hidden?: boolean; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={hidden ? 'bm-hidden' : classes.group}>
        {title}
      </h2>
      <div className={`bm-card ${classes.card}`}>{children}</div>
    </section>
  )
}
