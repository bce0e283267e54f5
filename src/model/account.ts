import { parseUuid } from '../lib/crypto/uuid.ts'
import { fold } from '../lib/text/fold.ts'
import { isLine } from './label.ts'
import type { Role } from './role.ts'

export interface Suspension {
  /** Epoch milliseconds. */
  at: number
  /** Undefined where it has no end. */
  until: number | undefined
  reason: string | undefined
}

/** What an account wears; a file is named by its SHA-256. */
export interface WornTextures {
  skin: { hash: string; model: SkinModel } | undefined
  cape: { hash: string } | undefined
}

export type SkinModel = 'default' | 'slim'

/** The public face of an account. */
export interface Profile {
  /** 32 lower-case hex digits. */
  id: string
  /** As stored: letter case and all. */
  username: string
}

/** Whom a request is about, as far as that is known: for the log. */
export interface About extends Partial<Profile> {
  /** Of a login that no account has: `LoginDigests` says what it is. */
  loginDigest?: string
}

export interface Account extends Profile {
  /** Undefined for one that signs in by its username alone. */
  email: string | undefined
  /** Its owner has opened a link that was sent to it. */
  isEmailConfirmed: boolean
  language: string
  createdAt: number
  credentialsVersion: number
  hasSecondFactor: boolean
  /** Epoch milliseconds; undefined where it is off, or was turned on before Norn kept that. */
  secondFactorSince: number | undefined
  /** Undefined also when its end has passed. */
  suspension: Suspension | undefined
  /** When it will be deleted, as its owner wants; epoch milliseconds. */
  deletesAt: number | undefined
  /** What it may do for others. */
  roles: readonly Role[]
  textures: WornTextures
}

const usernamePattern = /^[A-Za-z0-9_.-]{1,21}$/
const emailPattern = /^[^\s@]{1,64}@[^\s@]{1,255}$/u
const languagePattern = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/

/** What a username may be: docs/decisions/0006-usernames-and-passwords.md. */
export const isUsername = (text: string): boolean => usernamePattern.test(text)

/**
 * What a new username may be besides: no path (`.`, `..`), no option of a command line (`-x`), no file name of a
 * picture (`x.png`). Accounts that have such a name keep it.
 */
export const isNewUsername = (text: string): boolean => isUsername(text) && !/^-|^\.{1,2}$|\.png$/i.test(text)

/** Of an e-mail, which may be longer than a username. In UTF-16 code units. */
export const maxLoginLength = 254

export const isEmail = (text: string): boolean => isLine(text, maxLoginLength) && emailPattern.test(text)

/** An e-mail that we write to: one address, without what RFC 5322 would want quoted. */
export const isMailAddress = (text: string): boolean =>
  isEmail(text) && /^[^<>()[\]\\,;:"]+@[\p{L}\p{N}.-]+$/u.test(text)

/** A language code (RFC 5646, without its rarer forms). */
export const isLanguage = (text: string): boolean => languagePattern.test(text)

/**
 * The canonical form of a language code that is written in any usual way: `zh_cn` and `zh-CN.UTF-8` are `zh-CN`.
 * Undefined where it is none.
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

/** In UTF-16 code units. Longer passwords are refused before any hash is computed. */
export const maxPasswordLength = 1024

export const isPassword = (text: string): boolean => text.length > 0 && text.length <= maxPasswordLength

/** The column that the text may name an account by: UUID, e-mail or username; undefined where it can be none of them. */
export function accountKey(
  text: string,
): { column: 'id' | 'username_folded' | 'email_folded'; value: string } | undefined {
  const id = parseUuid(text)
  if (id) return { column: 'id', value: id }
  if (isEmail(text)) return { column: 'email_folded', value: fold(text) }
  if (isUsername(text)) return { column: 'username_folded', value: fold(text) }
  return undefined
}
