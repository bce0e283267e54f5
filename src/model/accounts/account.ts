import { parseUuid } from '../../lib/crypto/uuid.ts'
import { fold } from '../../lib/text/fold.ts'
import { trimmed } from '../../lib/text/trimmed.ts'
import { isLine } from './label.ts'
import type { Role } from './role.ts'

export interface Suspension {
  /** The time of the suspension, in epoch milliseconds. */
  at: number
  /** Undefined if the suspension has no end. */
  until: number | undefined
  reason: string | undefined
  /** The role as which somebody suspended it. Undefined if that was not stored. */
  by: Role | undefined
}

/** The textures that an account uses. A file is named by its SHA-256. */
export interface AccountTextures {
  skin: { hash: string; model: SkinModel } | undefined
  cape: { hash: string } | undefined
}

export type SkinModel = 'default' | 'slim'

/** The public part of an account. */
export interface Profile {
  /** The UUID as 32 lower-case hex digits. */
  id: string
  /** The username in the letter case in which it is stored. */
  username: string
}

/** The account or login that a request is about, as far as it is known. For the log. */
export interface About extends Partial<Profile> {
  /** Stands for a login that no account has. See `LoginDigests`. */
  loginDigest?: string
}

/** The suspension of an account's uploads, which leaves everything else as it is. */
export interface UploadsSuspension {
  /** Epoch milliseconds. */
  at: number
  reason: string | undefined
}

export interface Account extends Profile {
  /** Undefined for an account that signs in with its username only. */
  email: string | undefined
  /** True if the owner has opened a link that was sent to the address. */
  isEmailConfirmed: boolean
  language: string
  createdAt: number
  credentialsVersion: number
  /** False if its owner has never set one and signs in in another way. */
  hasPassword: boolean
  hasSecondFactor: boolean
  /** Epoch milliseconds. Undefined if it is off. */
  secondFactorSince: number | undefined
  /** Also undefined if the suspension has ended. */
  suspension: Suspension | undefined
  /** The time at which the account will be deleted, as its owner asked, in epoch milliseconds. */
  deletesAt: number | undefined
  roles: readonly Role[]
  textures: AccountTextures
  /** The hash of the cape that its owner took off and can show again. Only the owner and administrators see it. */
  hiddenCape: string | undefined
  /** The account that signs in this character. Undefined for an account, which is its own player. */
  ownerId: string | undefined
  /** The character that the email address of this account signs in. Undefined if that is the account's own player. */
  primaryId: string | undefined
  /** Set while the players of this account may not upload textures. Undefined in a character, whose account has it. */
  uploadsSuspension: UploadsSuspension | undefined
  /** The rules that its owner accepted last, and when, in epoch milliseconds. Undefined if none were. */
  rulesAccepted: { version: string; at: number } | undefined
}

const usernamePattern = /^[A-Za-z0-9_.-]{1,21}$/
const emailPattern = /^[^\s@]{1,64}@[^\s@]{1,255}$/u
const languagePattern = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/

/** Returns true if the text has the form of a username (docs/decisions/0006-usernames-and-passwords.md). */
export const isUsername = (text: string): boolean => usernamePattern.test(text)

/**
 * Returns true if the text may become a new username. It must not look like a path (`.`, `..`), a command line option
 * (`-x`) or the file name of a picture (`x.png`). Accounts that already have such a name keep it.
 */
export const isNewUsername = (text: string): boolean => isUsername(text) && !/^-|^\.{1,2}$|\.png$/i.test(text)

/** The longest login, in UTF-16 code units. An email address may be longer than a username. */
export const maxLoginLength = 254

export const isEmail = (text: string): boolean => isLine(text, maxLoginLength) && emailPattern.test(text)

/**
 * Returns true if the text is an email address that Norn sends email to: a single address, without anything that RFC
 * 5322 requires to be quoted.
 */
export const isMailAddress = (text: string): boolean =>
  isEmail(text) && /^[^<>()[\]\\,;:"]+@[\p{L}\p{N}.-]+$/u.test(text)

/** Returns true if the text is a language code (RFC 5646, without its rarer forms). */
export const isLanguage = (text: string): boolean => languagePattern.test(text)

/**
 * Returns the canonical form of a language code in any common notation: `zh_cn` and `zh-CN.UTF-8` become `zh-CN`.
 * Returns undefined for anything else.
 */
export function readLanguage(text: string): string | undefined {
  const tag = text.replace(/[.@].*$/, '').replaceAll('_', '-')
  return isLanguage(tag) ? canonicalLanguage(tag) : undefined
}

function canonicalLanguage(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0]
  } catch {
    return undefined
  }
}

/** The longest password, in UTF-16 code units. Longer ones are refused before any hash is computed. */
export const maxPasswordLength = 1024

export const isPassword = (text: string): boolean => text.length > 0 && text.length <= maxPasswordLength

/**
 * Returns the column that the text may identify an account by: UUID, email or username. Otherwise undefined. Every door
 * reads a login with this, so that none takes what another refuses.
 */
export function accountKey(
  typed: string,
): { column: 'id' | 'username_folded' | 'email_folded'; value: string } | undefined {
  const text = trimmed(typed)
  const id = parseUuid(text)
  if (id) return { column: 'id', value: id }
  if (isEmail(text)) return { column: 'email_folded', value: fold(text) }
  if (isUsername(text)) return { column: 'username_folded', value: fold(text) }
  return undefined
}
