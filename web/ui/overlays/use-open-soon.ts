import { useEffect, useState } from 'react'

/** Opens what has just come: what is open from the first does not know where the focus came from. */
export const useOpenSoon = () => {
  const [opened, onChange] = useState(false)
  useEffect(() => onChange(true), [])
  return { opened, onChange }
}
