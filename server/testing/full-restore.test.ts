/** A restore on a disk that is too small. */
import { execFile, execFileSync } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { aBackedUpPortal, manyLetters } from './backups.ts'
import { aFolder, root } from './process.ts'

const mayMount = process.getuid?.() === 0 && process.platform === 'linux'

test.runIf(mayMount)(
  'a restore without room says so before it begins, names the disk, and says the same when the database dies of it (needs root)',
  async () => {
    const { world, backUp } = await aBackedUpPortal()
    await manyLetters(world, 15_000)
    const { path } = await backUp()
    const dataDir = aFolder()
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=140m', 'tmpfs', dataDir])
    onTestFinished(() => void execFileSync('umount', ['-l', dataDir]))
    const restore = (...words: string[]) =>
      promisify(execFile)(process.execPath, ['scripts/restore.ts', path, ...words], {
        cwd: root,
        env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', FILES_URL: '' },
      }).then(
        ({ stdout }) => stdout,
        ({ stderr }: { stderr: string }) => stderr,
      )

    expect(await restore()).toMatch(
      /^There is not enough room on the disk of DATA_DIR \(\S+\): [\d.]+ MB are free, and the restore needs about [\d.]+ MB\. Nothing was restored\. Make room, or add --anyway to try all the same\.\n$/,
    )
    expect(await restore('--anyway')).toBe(
      `There was no room left on the disk of DATA_DIR (${dataDir}). Make room, and restore again: nothing was restored.\n`,
    )
  },
)
