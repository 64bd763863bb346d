import { useMediaQuery } from '@mantine/hooks'

/** True from 992 px on, where the desk layout begins. */
export const useDesk = (): boolean =>
  useMediaQuery('(min-width: 62em)', undefined, { getInitialValueInEffect: false }) ?? false

/** True below 640 px. */
export const usePhone = (): boolean =>
  useMediaQuery('(max-width: 39.99em)', undefined, { getInitialValueInEffect: false }) ?? false
