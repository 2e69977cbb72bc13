/** Writes .env.example from the table of settings. */
import { writeFileSync } from 'node:fs'
import { envExample } from '#server/kernel/settings.ts'

writeFileSync('.env.example', envExample())
