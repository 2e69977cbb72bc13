/** A machine that runs all tests at once is slow, not wrong: what should appear may take longer than a second. */
import { configure } from '@testing-library/react'

configure({ asyncUtilTimeout: process.env.CI || process.env.TEST_WHOLE ? 30_000 : 10_000 })
