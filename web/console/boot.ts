/** Inlined in the shell, before the first paint: a person who chose the dark theme must not be dazzled first. */
import { paintTheme } from '#web/console/platform/theme.ts'

paintTheme()
