import { isBareDigest } from '../../passwords/digests.ts'
import { unusableHash } from '../../passwords/passwords.ts'
import type { AccountFields } from '../import/fields.ts'
import type { SourceRemark } from '../import/reasons.ts'

// AuthMe stores hashes of most methods in a form that names the method. Of the others there are only hexadecimal digits,
// and sometimes a salt in another column; its setting passwordHash tells which method wrote them last.

/** The methods whose hashes are digits alone: how many, and whether a column has the salt. */
const digests = {
  MD5: { digits: 32 },
  DOUBLEMD5: { digits: 32 },
  CMW: { digits: 32 },
  IPB3: { digits: 32, isSalted: true },
  MYBB: { digits: 32, isSalted: true },
  SALTED2MD5: { digits: 32, isSalted: true },
  SHA1: { digits: 40 },
  SMF: { digits: 40 },
  WBB3: { digits: 40, isSalted: true },
  PHPFUSION: { digits: 64, isSalted: true },
  SHA512: { digits: 128 },
  ROYALAUTH: { digits: 128 },
  CRAZYCRYPT1: { digits: 128 },
  WHIRLPOOL: { digits: 128 },
  SALTEDSHA512: { digits: 128, isSalted: true },
} as const satisfies Record<string, { digits: number; isSalted?: true }>

/** The methods whose hashes show it, or can't be read at all. */
const others =
  'ARGON2 BCRYPT BCRYPT2Y CUSTOM IPB4 JOOMLA MD5VB PBKDF2 PBKDF2BASE64 PBKDF2DJANGO PHPBB PLAINTEXT SHA256 TWO_FACTOR WBB4 WORDPRESS XAUTH XFBCRYPT'.split(
    ' ',
  )

/** The values of AuthMe's setting passwordHash. */
export const authmeAlgorithms: readonly string[] = [...Object.keys(digests), ...others].sort()

interface Stored {
  hash: string
  salt: string | null
  /** The name in lower case, which is the salt of some methods. */
  username: string
  /** The value of AuthMe's setting, if the operator has given it. */
  algorithm: string | undefined
}

export interface ReadPassword {
  fields: Pick<AccountFields, 'passwordHash' | 'passwordSalt'>
  remark?: SourceRemark
  detail?: string
}

const unusable = { passwordHash: unusableHash, passwordSalt: null }

/** Returns the password as Norn checks it. What several methods write alike gets a remark, or none is taken. */
export function readAuthMePassword({ hash, salt, username, algorithm }: Stored): ReadPassword {
  const plain: ReadPassword = { fields: { passwordHash: hash, passwordSalt: salt } }
  if (hash.startsWith('$2a$08$')) return readBcrypt(plain, hash, algorithm)
  if (!isBareDigest(hash)) return plain
  const method = Object.entries(digests).find(
    ([name, { digits }]) => name === algorithm && digits === hash.length,
  )
  const isSalted = method !== undefined && 'isSalted' in method[1]
  const asSmf: ReadPassword = { fields: { passwordHash: hash, passwordSalt: username } }
  // SMF has a salt of four characters for the cookies of the forum, which is not in the hash.
  if (hash.length === 40 && /^[a-z0-9]{4}$/i.test(salt ?? '') && algorithm !== 'WBB3') return asSmf
  switch (method?.[0]) {
    case 'SMF':
      return asSmf
    case 'CRAZYCRYPT1':
      return { fields: { passwordHash: `$CRAZYCRYPT1$${username}$${hash}`, passwordSalt: null } }
    case 'WHIRLPOOL':
      return { fields: unusable, remark: 'password_method_unknown', detail: 'WHIRLPOOL' }
    case undefined:
      return salt === null ? { ...plain, remark: 'password_ambiguous', detail: choices(hash.length) } : plain
    default:
      if (!isSalted) return { fields: { passwordHash: hash, passwordSalt: null } }
      if (salt !== null) return plain
      return { fields: unusable, remark: 'salt_missing' }
  }
}

function readBcrypt(plain: ReadPassword, hash: string, algorithm: string | undefined): ReadPassword {
  if (algorithm === 'WBB4') return { fields: { passwordHash: `$WBB4${hash}`, passwordSalt: null } }
  return algorithm === undefined
    ? { ...plain, remark: 'password_ambiguous', detail: 'read as BCRYPT; may also be WBB4' }
    : plain
}

const readAs: Readonly<Record<number, string>> = {
  32: 'MD5, DOUBLEMD5 or CMW',
  40: 'SHA1',
  64: 'SHA-256',
  128: 'SHA512 or ROYALAUTH',
}

function choices(length: number): string {
  const alike = Object.entries(digests).filter(
    ([name, { digits }]) => digits === length && !readAs[length]?.split(/, | or /).includes(name),
  )
  return `read as ${readAs[length]}; may also be ${alike.map(([name]) => name).join(', ')}`
}
