/** Whose the folders of data are: a copy that root made belongs to root, and nobody else can open the database in it. */
import { accessSync, constants, lchownSync, lstatSync, readdirSync, readFileSync, type Stats, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { BadConfig } from '#server/platform/process/config.ts'

type Owner = { uid: number; gid: number }

/**
 * Gives a database that root copied to the account that runs it. What is inside comes first: as long as the folder is root's, nobody can put
 * a link in the place of something that is about to be given away. A link itself is given, never what it leads to.
 */
export function takeOver(cluster: string, account: Owner): void {
  const found = lstatSync(cluster, { throwIfNoEntry: false })
  if (!found?.isDirectory() || found.uid !== 0) return
  give(cluster, found, account)
}

function give(path: string, found: Stats, account: Owner): void {
  if (found.isDirectory())
    for (const name of readdirSync(path)) give(join(path, name), lstatSync(join(path, name)), account)
  else if (found.nlink > 1)
    throw new BadConfig(
      `${path} is also known under another name (a hard link), so the database in DATA_DIR is no copy of its own. Copy it with cp -a, and start again.`,
    )
  lchownSync(path, account.uid, account.gid)
}

/** Before anything is touched: whoever is not root cannot mend it, and hears once how it is done. */
export function refuseForeignData(dataDir: string): void {
  const me = process.getuid?.()
  if (me === undefined || me === 0) return
  let owner: number | undefined
  for (const path of [
    dataDir,
    join(dataDir, 'postgres'),
    join(dataDir, 'postgres/cluster'),
    join(dataDir, 'secrets'),
  ]) {
    try {
      const found = statSync(path, { throwIfNoEntry: false })
      if (!found) continue
      owner = found.uid
      // PostgreSQL insists on its own folder, whoever may write in it.
      if (path.endsWith('cluster') && found.uid !== me) return refuse(dataDir, owner)
      accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error
      refuse(dataDir, owner)
    }
  }
}

/** Something in it, which only PostgreSQL came across. */
export function refuseForeignFolder({ cluster, account }: { cluster: string; account: Owner | undefined }): never {
  const name = account ? nameOf(account.uid) : userInfo().username
  throw new BadConfig(
    `The database in ${cluster} has files that its user ${name} cannot open. Give them over, and start again: sudo chown -R ${name} '${cluster}'`,
  )
}

function refuse(dataDir: string, owner: number | undefined): never {
  const { username } = userInfo()
  throw new BadConfig(
    `DATA_DIR (${dataDir}) belongs to ${owner === undefined ? 'somebody else' : nameOf(owner)}, and this is ${username}. Give it over, and start again: sudo chown -R ${username} '${dataDir}'`,
  )
}

function nameOf(uid: number): string {
  try {
    const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
    return lines.map((line) => line.split(':')).find(([, , number]) => number === String(uid))?.[0] ?? `user ${uid}`
  } catch {
    return `user ${uid}`
  }
}
