import { configure } from '@testing-library/react'

// Events that tests wait for may take as long as a busy machine needs; a second is the usual time.
configure({ asyncUtilTimeout: 30_000 })
