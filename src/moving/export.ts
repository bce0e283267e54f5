import type { PictureContext, ReadContext, SecretContext } from '../domain/context.ts'
import { isoTime } from '../lib/text/instant.ts'
import { readRoles } from '../model/accounts/role.ts'
import { DatabaseUnavailable } from '../model/errors/database-unavailable.ts'
import { accountsAfter } from '../storage/accounts/accounts.ts'
import { accountsByIds, idsOfCharacters, primariesAmong } from '../storage/accounts/all-characters.ts'
import { namesHeldForAll } from '../storage/accounts/name-claims.ts'
import { usernamesOfAll } from '../storage/accounts/usernames.ts'
import { groupNamesOfAll } from '../storage/community/members.ts'
import { totpSecretPlace } from '../storage/schema/encryption.ts'
import type { AccountRow } from '../storage/schema/rows/accounts.ts'
import { identitiesOfAll } from '../storage/sign-in/linked-identities.ts'
import type { AccountFields } from './import/fields.ts'

type Deps = ReadContext & SecretContext

/** An account in the form of a line of `account import`, and the files that its `skin` and `cape` name. */
interface ExportedAccount {
  fields: AccountFields
  /** The hashes of the files. */
  textures: string[]
}

const accountsAtOnce = 500

/** Returns the path of a texture, relative to the folder of the file of lines. */
export const textureName = (hash: string): string => `textures/${hash}.png`

/**
 * Yields all accounts page by page, in the order of their ids, and then all characters. Changes made meanwhile may or may
 * not be included. TOTP secrets are not encrypted, because another installation has another NORN_SECRET.
 */
export async function* exportAccounts(context: Deps): AsyncGenerator<ExportedAccount[]> {
  const { db } = context
  // Before the accounts, so that a player who joins or parts meanwhile is neither left out nor exported twice.
  const characters = await idsOfCharacters(db)
  const known = new Set(characters)
  for (let after = ''; ; ) {
    const rows = await accountsAfter(db, { after, limit: accountsAtOnce, withoutCharacters: true })
    const last = rows.at(-1)
    if (!last) break
    yield await exportRows(
      context,
      rows.filter(({ id }) => !known.has(id)),
    )
    after = last.id
  }
  for (let start = 0; start < characters.length; start += accountsAtOnce) {
    yield await exportRows(context, await accountsByIds(db, characters.slice(start, start + accountsAtOnce)))
  }
}

async function exportRows(context: Deps, rows: readonly AccountRow[]): Promise<ExportedAccount[]> {
  const { db, clock } = context
  const ids = rows.map(({ id }) => id)
  const owners = rows.flatMap(({ owner_id }) => owner_id ?? [])
  const names = byAccount(await usernamesOfAll(db, ids))
  const holds = byAccount(await namesHeldForAll(db, ids, clock()))
  const groups = byAccount(await groupNamesOfAll(db, ids))
  const linked = byAccount(await identitiesOfAll(db, ids))
  const primaries = new Set(owners.length === 0 ? [] : await primariesAmong(db, ids, owners))
  return Promise.all(
    rows.map((row) =>
      exported(context, row, {
        names: names.get(row.id) ?? [],
        holds: holds.get(row.id) ?? [],
        groups: groups.get(row.id) ?? [],
        linked: linked.get(row.id) ?? [],
        isPrimary: primaries.has(row.id),
      }),
    ),
  )
}

const byAccount = <Row extends { account_id: string }>(rows: readonly Row[]): Map<string, Row[]> =>
  Map.groupBy(rows, ({ account_id }) => account_id)

/** Returns the file of a texture that an account uses. */
export async function exportedTexture({ textureFiles }: PictureContext, hash: string): Promise<Buffer> {
  const png = await textureFiles.read(hash)
  if (!png) throw new DatabaseUnavailable(`texture ${hash} is missing, although an account uses it`)
  return png
}

/** The data of an account in other tables. */
interface OfAccount {
  names: readonly { username: string; changed_at: number }[]
  holds: readonly { name_key: string; until: number }[]
  groups: readonly { group_name: string }[]
  linked: readonly { provider: string; subject: string }[]
  /** True for a character that is the primary player of its account. */
  isPrimary: boolean
}

async function exported(
  { db, secrets }: Deps,
  row: AccountRow,
  { names, holds, groups, linked, isPrimary }: OfAccount,
): Promise<ExportedAccount> {
  const { id, totp_secret: sealed, skin_hash: skin, cape_hash: cape } = row
  const totpSecret = sealed === null ? undefined : await secrets.open(db, totpSecretPlace(id), sealed)
  const isSuspended = row.suspended_at !== null
  const fields: AccountFields = {
    id,
    username: row.username,
    ...(row.email !== null && { email: row.email }),
    ...(row.owner_id === null
      ? { passwordHash: row.password_hash, language: row.language }
      : { owner: row.owner_id, ...(isPrimary && { primary: true }) }),
    ...(totpSecret !== undefined && { totpSecret }),
    createdAt: isoTime(row.created_at),
    ...(row.deletes_at !== null && { deletesAt: isoTime(row.deletes_at) }),
    usernameHistory: names.map(({ username, changed_at }) => ({
      name: username,
      changedToAt: isoTime(changed_at),
    })),
    ...(holds.length > 0 && {
      heldNames: holds.map(({ name_key, until }) => ({ name: name_key, until: isoTime(until) })),
    }),
    ...(isSuspended && {
      suspended: true,
      ...(row.suspended_until !== null && { suspendedUntil: isoTime(row.suspended_until) }),
      ...(row.suspension_reason !== null && { suspensionReason: row.suspension_reason }),
    }),
    ...(row.roles !== null && { roles: [...readRoles(row.roles)] }),
    ...(groups.length > 0 && { groups: groups.map(({ group_name }) => group_name) }),
    ...(linked.length > 0 && { linked: linked.map(({ provider, subject }) => ({ provider, subject })) }),
    ...(skin !== null && { skin: textureName(skin), skinModel: row.skin_model ?? 'default' }),
    ...(cape !== null && { cape: textureName(cape) }),
  }
  return { fields, textures: [skin, cape].filter((hash) => hash !== null) }
}
