/** What the portal knows of its own health, for the console. Nothing costly is done for it: what takes long was checked in the night. */
import type { FastifyInstance } from 'fastify'
import { type HealthPart, HealthShow } from '#contract/health.ts'
import { sealState } from '#server/audit/seals.ts'
import { backupParts } from '#server/backup/runs.ts'
import { serve } from '#server/kernel/serve.ts'
import type { Config } from '#server/kernel/settings.ts'
import type { World } from '#server/kernel/world.ts'
import { mailState } from '#server/mail/figures.ts'
import { paymentsState } from '#server/payments/figures.ts'
import { freeBytes } from '#server/platform/files/files.ts'
import { checkedFiles, lastChecks } from '#server/platform/jobs/checks.ts'
import { kept } from '#server/platform/process/kept.ts'
import { machineState } from '#server/platform/process/machine-figures.ts'
import { secretsThatDiffer } from '#server/platform/security/secret-differences.ts'
import * as rules from './health-sentences.ts'

/** However many people have the screen open. */
const askedEvery = 15_000

type Told = Pick<Config, 'DATA_DIR' | 'BACKUP_TO' | 'production'>

export function healthConsoleRoutes(app: FastifyInstance, world: World, config: Told): void {
  const read = kept(async () => {
    const parts = await healthParts(world, config)
    return { lookedAt: world.now().toISOString(), parts }
  }, askedEvery)
  serve(app, HealthShow, read)
}

/** Ten questions to the database, one after the other: whoever looks at this must not take connections from those who pay. */
export async function healthParts(world: World, { DATA_DIR, BACKUP_TO, production }: Told): Promise<HealthPart[]> {
  const now = world.now()
  const backups = await backupParts(world, { goesSomewhere: Boolean(BACKUP_TO), production })
  const began = performance.now()
  const machine = await machineState(world)
  const database = rules.databasePart(performance.now() - began)
  const payments = await paymentsState(world)
  const checks = await lastChecks(world)
  const { check } = await sealState(world)
  return [
    ...backups,
    database,
    ...(machine ? [rules.standbysPart(machine)] : []),
    rules.mailPart(await mailState(world), { now, production, hasServer: world.postOffice.carry !== undefined }),
    rules.paymentsPart(payments, now),
    rules.exceptionsPart(payments, now),
    ...(machine ? [rules.jobsPart(machine.jobsGivenUp, machine.jobsWaiting)] : []),
    rules.diskPart(await freeBytes(DATA_DIR)),
    rules.checkPart(rules.checkWords.invariants, checks.invariants, now),
    rules.checkPart(rules.checkWords.files, checkedFiles(checks), now),
    rules.checkPart(
      rules.checkWords.seals,
      check ? { at: new Date(check.checkedAt), problems: check.broken } : undefined,
      now,
    ),
    rules.secretsPart(await secretsThatDiffer(world)),
    rules.blindnessPart(world.hasBlindRole),
    ...(machine ? [rules.enginesPart(machine.postgres)] : []),
  ]
}
