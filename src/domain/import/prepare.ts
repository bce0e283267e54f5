import { FileNotRead, type Folder } from '../../lib/folder.ts'
import { Gate } from '../../lib/gate.ts'
import { noPassword } from '../../lib/password/passwords.ts'
import { Refused } from '../../model/refusal.ts'
import { rolesText } from '../../model/role.ts'
import { maxTextureBytes, type TextureKind } from '../../model/texture.ts'
import { totpSecretPlace } from '../../storage/encryption.ts'
import type { WornTexture } from '../../storage/import.ts'
import type { AccountRow, UsernameHistoryRow } from '../../storage/schema.ts'
import { newAccountRow } from '../accounts/account-row.ts'
import { newUuid } from '../accounts/new-uuid.ts'
import type { Context } from '../context.ts'
import { cleanTexture } from '../textures/clean.ts'
import { EntryRefused, type ImportedAccount } from './imported-account.ts'

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

  const hashOf = ({ passwordHash, password = '' }: ImportedAccount) =>
    passwordHash ?? (isReal ? gate.run(() => passwords.hash(password)) : noPassword)

  const texture = (id: string, kind: TextureKind, worn: ImportedAccount['skin']) =>
    worn && gate.run(() => readTexture(context, folder, id, kind, worn))

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
    const readPicture = account.arePicturesOptional ? optionalTexture : texture
    const id = account.id ?? (isSecondTry ? random.uuid() : newUuid(context, username))
    const now = clock()
    const [passwordHash, ...pictures] = await Promise.all([
      hashOf(account),
      readPicture(id, 'skin', account.skin),
      readPicture(id, 'cape', account.cape && { ...account.cape, model: undefined }),
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

/** As an upload is checked. */
async function readTexture(
  context: Needed,
  folder: Folder,
  accountId: string,
  kind: TextureKind,
  { file, model }: NonNullable<ImportedAccount['skin']>,
) {
  try {
    const png = await folder.read(file, maxTextureBytes)
    return await cleanTexture(context, accountId, kind, { png, model })
  } catch (cause) {
    const options = { cause }
    if (cause instanceof FileNotRead) throw new EntryRefused(`file_${cause.why}`, file, options)
    if (!(cause instanceof Refused)) throw cause
    const { reason } = cause
    switch (reason) {
      case 'texture_malformed':
      case 'texture_animated':
      case 'texture_size_unknown':
      case 'texture_too_large':
        throw new EntryRefused(reason, file, options)
      default:
        throw cause
    }
  }
}
