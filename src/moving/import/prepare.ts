import { newAccountRow } from '../../domain/accounts/account-row.ts'
import type { ChangeContext, PasswordContext, PictureContext, SecretContext } from '../../domain/context.ts'
import { offlineUuid } from '../../lib/crypto/uuid.ts'
import type { Folder } from '../../lib/files/folder.ts'
import { Gate } from '../../lib/queue/gate.ts'
import { fold } from '../../lib/text/fold.ts'
import { rolesText } from '../../model/accounts/role.ts'
import type { TextureKind } from '../../model/game/texture.ts'
import { unusableHash } from '../../passwords/passwords.ts'
import { totpSecretPlace } from '../../storage/schema/encryption.ts'
import type { AccountRow, UsernameHistoryRow } from '../../storage/schema/rows/accounts.ts'
import type { GroupMemberRow } from '../../storage/schema/rows/community.ts'
import { EntryRefused, type ImportedAccount } from './imported-account.ts'
import { pictureReader } from './pictures.ts'
import type { ImportedLink, ImportedTexture, NameHoldRow } from './rows.ts'

/** The most hashes or pictures that are requested at once. No queue for them is ever full with so few. */
const maxAtOnce = 64

/** An account in the form in which it is stored. */
export interface Prepared {
  row: AccountRow
  names: UsernameHistoryRow[]
  holds: NameHoldRow[]
  members: GroupMemberRow[]
  links: ImportedLink[]
  textures: ImportedTexture[]
  /** The reasons for which pictures were dropped. */
  remarks: EntryRefused[]
}

type Deps = ChangeContext & SecretContext & PasswordContext & PictureContext

export interface Prepare {
  /** Chooses UUIDs for the accounts that have none, all at once. */
  uuids(
    accounts: readonly ImportedAccount[],
    usedIds: (ids: readonly string[]) => Promise<Set<string>>,
  ): Promise<(account: ImportedAccount) => string>
  /** Prepares an account, or a character of that owner. Throws EntryRefused if a picture can't be used. */
  account(account: ImportedAccount, id: string, ownerId: string | null): Promise<Prepared>
}

export function preparer(context: Deps, folder: Folder, isReal: boolean): Prepare {
  const { clock, config, random, passwords, secrets } = context
  const gate = new Gate(() => maxAtOnce, Number.POSITIVE_INFINITY)
  const readPicture = pictureReader(context, folder)

  const hashOf = ({ passwordHash, password = '' }: ImportedAccount) =>
    passwordHash ?? (isReal ? gate.run(() => passwords.hash(password)) : unusableHash)

  const texture = async (accountId: string, kind: TextureKind, worn: ImportedAccount['skin']) => {
    if (!worn) return undefined
    const picture = await gate.run(() => readPicture({ accountId, kind, file: worn.file }))
    return { ...picture, model: worn.model ?? picture.model }
  }

  const optionalTexture = async (...given: Parameters<typeof texture>) => {
    try {
      return await texture(...given)
    } catch (error) {
      if (error instanceof EntryRefused) return error
      throw error
    }
  }

  const uuids: Prepare['uuids'] = async (accounts, usedIds) => {
    if (config.uuids === 'random') return ({ id }) => id ?? random.uuid()
    const made = accounts.flatMap(({ id, username }) => (id === undefined ? offlineUuid(username) : []))
    const used = await usedIds(made)
    return ({ id, username }) => {
      const ofName = offlineUuid(username)
      return id ?? (used.has(ofName) ? random.uuid() : ofName)
    }
  }

  const account: Prepare['account'] = async (account, id, ownerId) => {
    const { totpSecret, suspension } = account
    const pictureOf = account.arePicturesOptional ? optionalTexture : texture
    const now = clock()
    const [passwordHash, ...pictures] = await Promise.all([
      hashOf(account),
      pictureOf(id, 'skin', account.skin),
      pictureOf(id, 'cape', account.cape && { ...account.cape, model: undefined }),
    ])
    const [skin, cape] = pictures.map((it) => (it instanceof EntryRefused ? undefined : it))
    const sealed = totpSecret === null ? null : secrets.seal(totpSecretPlace(id), totpSecret)
    const row: AccountRow = {
      ...newAccountRow({ ...account, id, passwordHash, totpSecret: sealed }),
      skin_hash: skin?.hash ?? null,
      skin_model: skin?.model ?? null,
      cape_hash: cape?.hash ?? null,
      suspended_at: suspension ? now : null,
      suspended_until: suspension?.until ?? null,
      suspension_reason: suspension?.reason ?? null,
      deletes_at: account.deletesAt,
      roles: rolesText(account.roles),
      owner_id: ownerId,
    }
    return {
      row,
      names: account.names.map(({ username, changedAt }) => ({
        account_id: id,
        username,
        changed_at: changedAt,
      })),
      holds: account.heldNames
        .filter(({ until }) => until > now)
        .map(({ name, until }) => ({
          name_key: fold(name),
          kind: 'held',
          account_id: ownerId ?? id,
          player_id: id,
          until,
        })),
      members: account.groups.map((group) => ({ account_id: id, group_name: group, provider: null })),
      links: account.linked.map(({ provider, subject }) => ({ provider, subject, account_id: id })),
      textures: [skin, cape].flatMap((it) =>
        it ? { hash: it.hash, png: it.png, wornBy: id, wornAt: now } : [],
      ),
      remarks: pictures.filter((it) => it instanceof EntryRefused),
    }
  }
  return { uuids, account }
}
