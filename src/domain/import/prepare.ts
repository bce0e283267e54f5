import type { Folder } from '../../lib/folder.ts'
import { Gate } from '../../lib/gate.ts'
import { noPassword } from '../../lib/password/passwords.ts'
import { rolesText } from '../../model/role.ts'
import type { TextureKind } from '../../model/texture.ts'
import { totpSecretPlace } from '../../storage/encryption.ts'
import type { WornTexture } from '../../storage/import.ts'
import type { AccountRow, UsernameHistoryRow } from '../../storage/schema.ts'
import { newAccountRow } from '../accounts/account-row.ts'
import { newUuid } from '../accounts/new-uuid.ts'
import type { Context } from '../context.ts'
import { EntryRefused, type ImportedAccount } from './imported-account.ts'
import { pictureReader } from './pictures.ts'

/** Hashes, or pictures, asked for at once: so few that no line for them is ever full. */
const maxAtOnce = 64

/** An account as it is to be stored. */
export interface Prepared {
  row: AccountRow
  names: UsernameHistoryRow[]
  textures: WornTexture[]
  /** Why a picture was left out. */
  remarks: EntryRefused[]
}

type Needed = Pick<Context, 'clock' | 'random' | 'passwords' | 'secrets' | 'config' | 'imageWork'>

/**
 * Makes the function that prepares one account: it throws EntryRefused where a picture can't be used. `isSecondTry`:
 * the UUID that was made for it was taken.
 */
export function preparer(context: Needed, folder: Folder, isReal: boolean) {
  const { clock, random, passwords, secrets } = context
  const gate = new Gate(() => maxAtOnce, Number.POSITIVE_INFINITY)
  const readPicture = pictureReader(context, folder)

  const hashOf = ({ passwordHash, password = '' }: ImportedAccount) =>
    passwordHash ?? (isReal ? gate.run(() => passwords.hash(password)) : noPassword)

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

  return async (account: ImportedAccount, isSecondTry: boolean): Promise<Prepared> => {
    const { username, totpSecret, suspension } = account
    const pictureOf = account.arePicturesOptional ? optionalTexture : texture
    const id = account.id ?? (isSecondTry ? random.uuid() : newUuid(context, username))
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
      roles: rolesText(account.roles),
    }
    return {
      row,
      names: account.names.map(({ username, changedAt }) => ({
        account_id: id,
        username,
        changed_at: changedAt,
      })),
      textures: [skin, cape].flatMap((it) =>
        it ? { hash: it.hash, png: it.png, wornBy: id, wornAt: now } : [],
      ),
      remarks: pictures.filter((it) => it instanceof EntryRefused),
    }
  }
}
