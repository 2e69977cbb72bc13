/** Who may do what in the embedded database: the portal owns its tables and is no superuser, and no other access is open than the one it uses. */
import { chownSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { adminRole, type Home, portalRole, urlFor } from './home.ts'

/** Roles of less right that a feature needs. The portal may take one on (SET ROLE); nobody can come in as one. */
const lesserRoles: readonly string[] = ['colloquium_blind']

/** Held while roles are made: servers that start together do it one after another. */
const turn = 20_261_118

const lockedOut = 'host all all all reject\nhost replication all all reject\n'

/** Rewrites who is let in, if somebody else wrote it (version 0.1 trusted every user of the machine who came by a port). Says whether it did. */
export function writeAccessRules({ cluster, account, access }: Home): boolean {
  const file = join(cluster, 'pg_hba.conf')
  const names = [portalRole, adminRole, mover].join()
  // Only the owner of the socket's folder comes near it, and needs no password.
  const open = 'socket' in access ? `local all ${names} trust` : `host all ${names} 127.0.0.1/32 scram-sha-256`
  const text = `# Written at each start.\n${open}\n${lockedOut}`
  if (readFileSync(file, 'utf8') === text) return false
  const fresh = `${file}.${process.pid}`
  writeFileSync(fresh, text, { mode: 0o600 })
  if (account) chownSync(fresh, account.uid, account.gid)
  renameSync(fresh, file)
  return true
}

/** Makes what is missing; harmless to repeat, and after a kill in the middle. `session` is a superuser's. */
export async function prepareRoles(home: Home, session: pg.ClientBase): Promise<void> {
  await session.query('select pg_advisory_lock($1)', [turn])
  try {
    const isOfVersion01 = (await session.query('select from pg_roles where rolname = $1 and rolsuper', [portalRole]))
      .rowCount
    if (isOfVersion01) await renameFirstRole(home, session)
    // After that, what it came in as is still a superuser, under the new name.
    await inTransaction(session, () => makeRoles(home, session))
  } finally {
    await session.query('select pg_advisory_unlock($1)', [turn])
  }
}

async function makeRoles({ access }: Home, admin: pg.ClientBase): Promise<void> {
  await admin.query(`drop role if exists ${mover}`)
  if (!(await exists(admin, portalRole))) await admin.query(`create role ${portalRole} login`)
  if ('password' in access) await admin.query(`alter role ${portalRole} password '${access.password}'`)
  await admin.query(giveToPortal)
  const { rows } = await admin.query<{ version: string }>("select current_setting('server_version_num') as version")
  const options = Number(rows[0]?.version) < optionsSince ? '' : 'with inherit false, set true'
  for (const role of lesserRoles) {
    if (!(await exists(admin, role))) await admin.query(`create role ${role} nologin`)
    await admin.query(`grant ${role} to ${portalRole} ${options}`)
  }
}

/** As a number of PostgreSQL: before 16 a grant has no options. */
const optionsSince = 160_000

/** Nobody can rename or demote the role that they came in as: for a moment there is a second superuser, who does it. */
const mover = 'colloquium_mover'

/** In a folder that version 0.1 made, the first superuser has the portal's name. */
async function renameFirstRole(home: Home, session: pg.ClientBase): Promise<void> {
  if (!(await exists(session, mover))) await session.query(`create role ${mover} superuser login`)
  if ('password' in home.access) await session.query(`alter role ${mover} password '${home.access.password}'`)
  const client = new pg.Client({ connectionString: urlFor(mover, home.access), application_name: 'colloquium roles' })
  client.on('error', () => {})
  await client.connect()
  try {
    // At once: a server of version 0.1 that connects in this moment finds a role of its name before and after.
    await inTransaction(client, async () => {
      await client.query(`alter role ${portalRole} rename to ${adminRole}`)
      await client.query(`create role ${portalRole} login`)
      if (!('password' in home.access)) return
      for (const role of [portalRole, adminRole])
        await client.query(`alter role ${role} password '${home.access.password}'`)
    })
  } finally {
    await client.end()
  }
}

/** Everything that is not PostgreSQL's own. A dump that the superuser restored becomes the portal's at the next start. */
const giveToPortal = `
  do $$
  declare
    change text;
  begin
    for change in
      with first as (select oid from pg_roles where rolname = '${adminRole}'),
      ours as (
        select oid, quote_ident(nspname) as name, nspowner from pg_namespace
        where nspname !~ '^pg_' and nspname <> 'information_schema'),
      from_extensions as (select objid from pg_depend where deptype = 'e'),
      owned_by_tables as (select objid from pg_depend where classid = 'pg_class'::regclass and deptype in ('a', 'i'))
      select format('database %I', datname) from pg_database, first where datname = current_database() and datdba = first.oid
      union all
      select 'schema ' || name from ours, first where nspowner = first.oid
      union all
      select format('%s %s', case relkind when 'S' then 'sequence' when 'v' then 'view' when 'm' then 'materialized view' else 'table' end,
          pg_class.oid::regclass)
        from pg_class join ours on ours.oid = relnamespace, first
        where relowner = first.oid and relkind in ('r', 'p', 'v', 'm', 'f', 'S') and pg_class.oid not in (select objid from from_extensions)
          and not (relkind = 'S' and pg_class.oid in (select objid from owned_by_tables))
      union all
      select format('type %s', pg_type.oid::regtype) from pg_type join ours on ours.oid = typnamespace
        left join pg_class on pg_class.oid = typrelid, first
        where typowner = first.oid and (typtype in ('d', 'e', 'r') or relkind = 'c') and pg_type.oid not in (select objid from from_extensions)
      union all
      select format('routine %s', pg_proc.oid::regprocedure) from pg_proc join ours on ours.oid = pronamespace, first
        where proowner = first.oid and pg_proc.oid not in (select objid from from_extensions)
    loop
      execute format('alter %s owner to ${portalRole}', change);
    end loop;
  end $$`

async function exists(session: pg.ClientBase, role: string): Promise<boolean> {
  return (await session.query('select from pg_roles where rolname = $1', [role])).rowCount === 1
}

async function inTransaction(client: pg.ClientBase, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  await work()
  await client.query('commit')
}
