/** A role that may read one schema and nothing else. Roles are in no dump, and a restore brings no grants: it is made and granted at each start, where that is allowed. */
import type pg from 'pg'

export type LesserRole = { role: string; schema: string }
type Asking = Pick<pg.Pool, 'query'>

/** Somebody else made it at the same moment. */
const isThere = new Set(['42710', '23505'])
const notAllowed = '42501'

/** Harmless to repeat. Says whether the role stands: whoever runs the portal may lack the right to make one, and the portal runs without it. */
export async function prepareLesserRole(pool: Asking, lesser: LesserRole): Promise<boolean> {
  const { role, schema } = lesser
  const { rows } = await pool.query<{ version: number; isMade: boolean; isOurs: boolean }>(
    `select current_setting('server_version_num')::int as version, count(*) > 0 as "isMade",
       coalesce(bool_or(pg_has_role(oid, ${mayBecome})), false) as "isOurs"
     from pg_roles where rolname = $1`,
    [role],
  )
  const { version = 0, isMade = false, isOurs = false } = rows[0] ?? {}
  const steps = [
    ...(isMade ? [] : [`create role ${role} nologin`]),
    ...(isOurs ? [] : [`grant ${role} to current_user${version >= 160_000 ? ' with inherit false, set true' : ''}`]),
    `grant usage on schema ${schema} to ${role}`,
    `grant select on all tables in schema ${schema} to ${role}`,
  ]
  for (const step of steps) if (!(await isDone(pool, step))) return false
  return isLesserRole(pool, lesser)
}

const mayBecome = "case when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end"

async function isDone(pool: Asking, step: string, tries = 5): Promise<boolean> {
  try {
    await pool.query(step)
    return true
  } catch (error) {
    const { code = '' } = error as { code?: string }
    if (isThere.has(code)) return true
    if (code === notAllowed) return false
    // Two databases of one server share their roles, and PostgreSQL lets only one of two at once change what it knows of a role.
    if (tries > 1 && /tuple concurrently updated/.test(String(error))) return isDone(pool, step, tries - 1)
    throw error
  }
}

/** Whether we can become it, it reads all of the schema, and nothing that is not in it. What an extension shows to everybody is no secret of ours. */
export async function isLesserRole(pool: Asking, { role, schema }: LesserRole): Promise<boolean> {
  const { rows } = await pool.query<{ stands: boolean }>(
    `select pg_has_role(made.oid, ${mayBecome}) and not rolsuper and has_schema_privilege(made.oid, $2, 'usage') and not exists (
       select from pg_class join pg_namespace on pg_namespace.oid = relnamespace
       where relkind in ('r', 'v', 'm', 'p', 'f') and nspname not in ('pg_catalog', 'information_schema') and nspname !~ '^pg_'
         and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
         and (nspname = $2) <> has_any_column_privilege(made.oid, pg_class.oid, 'select')) as stands
     from pg_roles made where rolname = $1`,
    [role, schema],
  )
  return rows[0]?.stands ?? false
}
