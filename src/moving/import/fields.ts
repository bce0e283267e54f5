import { type Static, type TObject, type TSchema, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { isTotpSecret } from '../../lib/crypto/totp.ts'
import { isNobodysUuid, parseUuid } from '../../lib/crypto/uuid.ts'
import {
  accountKey,
  isEmail,
  isNewUsername,
  isPassword,
  isUsername,
  readLanguage,
  type SkinModel,
} from '../../model/accounts/account.ts'
import { isLine } from '../../model/accounts/label.ts'
import { isRole } from '../../model/accounts/role.ts'
import { isGroupName } from '../../model/community/group.ts'
import { isSubject, maxLinkedIdentities } from '../../model/community/provider.ts'
import { maxReasonLength } from '../../model/fields/rules.ts'
import { withSalt } from '../../passwords/digests.ts'
import { type Passwords, unusableHash } from '../../passwords/passwords.ts'
import { EntryRefused, type ImportedAccount, type OwnerName, shownOwner } from './imported-account.ts'
import { readInstant } from './instants.ts'

/** Treats null as missing, because other servers export empty columns as null. */
const optional = <const Kind extends TSchema>(kind: Kind) => Type.Optional(Type.Union([kind, Type.Null()]))

const closed = { additionalProperties: false }
const instant = optional(Type.Union([Type.String(), Type.Integer()]))
const fileName = optional(Type.String({ minLength: 1, maxLength: 1024 }))
const formerName = Type.Object(
  { name: Type.String({ minLength: 1, maxLength: 255 }), changedToAt: instant },
  closed,
)

const heldName = Type.Object({ name: Type.String(), until: instant }, closed)

const linkedIdentity = Type.Object({ provider: Type.String(), subject: Type.String() }, closed)

/** The fields of a line of `account import`. Every other source is converted to them. */
const accountFields = Type.Object(
  {
    id: optional(Type.String()),
    username: Type.String(),
    email: optional(Type.String()),
    passwordHash: optional(Type.String()),
    passwordSalt: optional(Type.String()),
    password: optional(Type.String()),
    language: optional(Type.String()),
    totpSecret: optional(Type.String()),
    createdAt: instant,
    deletesAt: instant,
    owner: optional(Type.String()),
    primary: optional(Type.Boolean()),
    usernameHistory: optional(Type.Array(formerName)),
    heldNames: optional(Type.Array(heldName)),
    suspended: optional(Type.Boolean()),
    suspendedUntil: instant,
    suspensionReason: optional(Type.String()),
    roles: optional(Type.Array(Type.String())),
    groups: optional(Type.Array(Type.String())),
    linked: optional(Type.Array(linkedIdentity)),
    skin: fileName,
    skinModel: optional(Type.String()),
    cape: fileName,
  },
  closed,
)
const compiled = Compile(accountFields)

export type AccountFields = Static<typeof accountFields>

/** Validates the fields of an account. `now` is the value for a missing `createdAt`. Throws EntryRefused. */
export function readFields(fields: unknown, passwords: Passwords, now: number): ImportedAccount {
  refuseUnknown(fields)
  if (!compiled.Check(fields)) throw new EntryRefused('line_incomplete')
  if (!isStorable(fields)) throw new EntryRefused('line_text_unstorable')
  const { username, email, totpSecret } = fields
  const id = fields.id == null ? undefined : parseUuid(fields.id)
  if (fields.id != null && (id === undefined || isNobodysUuid(id))) throw new EntryRefused('id_malformed')
  if (!isNewUsername(username)) throw new EntryRefused('username_malformed')
  if (email != null && !isEmail(email)) throw new EntryRefused('email_malformed')
  const language = readLanguage(fields.language ?? 'en')
  if (language === undefined) throw new EntryRefused('language_malformed')
  const owner = ownerOf(fields)
  const secret = owner ? { passwordHash: unusableHash, password: undefined } : secretOf(fields, passwords)
  if (totpSecret != null && !isTotpSecret(totpSecret)) throw new EntryRefused('totp_secret_malformed')
  const createdAt = readInstant(fields.createdAt) ?? now
  return {
    id,
    username,
    email: email ?? undefined,
    ...secret,
    language,
    totpSecret: totpSecret ?? null,
    createdAt,
    deletesAt: readInstant(fields.deletesAt) ?? null,
    owner,
    isPrimary: fields.primary === true,
    names: namesOf(fields, createdAt),
    heldNames: heldNamesOf(fields),
    suspension: suspensionOf(fields),
    roles: rolesOf(fields),
    groups: groupsOf(fields),
    linked: linkedOf(fields),
    skin: skinOf(fields),
    cape: fields.cape == null ? undefined : { file: fields.cape },
  }
}

/** The fields of accounts that no character has. */
const ofAccounts = [
  'email',
  'passwordHash',
  'passwordSalt',
  'password',
  'language',
  'totpSecret',
  'roles',
  'groups',
  'linked',
] as const satisfies (keyof AccountFields)[]

/** Returns how a line names its owner, or undefined for an account. Throws EntryRefused. */
function ownerOf(fields: AccountFields): OwnerName | undefined {
  const { owner } = fields
  if (owner == null) return undefined
  const given = ofAccounts.filter((field) => fields[field] != null)
  if (given.length > 0) throw new EntryRefused('account_only', given.join(', '))
  const key = accountKey(owner)
  // An email address names its primary player, which may be another one by now.
  if (!key || key.column === 'email_folded') throw new EntryRefused('owner_unknown', shownOwner(owner))
  return { column: key.column, value: key.value }
}

/** Refuses unknown fields, because ignoring them would silently lose their content. */
function refuseUnknown(fields: unknown): void {
  const unknown = unknownKeys(fields, accountFields)
  const history = Object(fields).usernameHistory
  for (const entry of Array.isArray(history) ? history : []) {
    unknown.push(...unknownKeys(entry, formerName).map((key) => `usernameHistory.${key}`))
  }
  const { linked } = Object(fields)
  for (const entry of Array.isArray(linked) ? linked : []) {
    unknown.push(...unknownKeys(entry, linkedIdentity).map((key) => `linked.${key}`))
  }
  if (unknown.length === 0) return
  const shown = [...new Set(unknown)].slice(0, 5).map((key) => JSON.stringify(key.slice(0, 40)))
  throw new EntryRefused('fields_unknown', shown.join(', '))
}

const unknownKeys = (value: unknown, { properties }: TObject): string[] =>
  typeof value !== 'object' || value === null || Array.isArray(value)
    ? []
    : Object.keys(value).filter((key) => !Object.hasOwn(properties, key))

/** Returns true if text can be stored: PostgreSQL accepts neither NUL nor a lone surrogate. */
function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0')
  return typeof value !== 'object' || value === null || Object.values(value).every(isStorable)
}

function secretOf(
  { passwordHash, passwordSalt, password }: AccountFields,
  passwords: Passwords,
): Pick<ImportedAccount, 'passwordHash' | 'password'> {
  if ((passwordHash == null) === (password == null)) throw new EntryRefused('password_missing')
  const hasSalt = passwordSalt != null && passwordSalt !== ''
  if (passwordHash == null) {
    if (hasSalt) throw new EntryRefused('password_salt_misplaced')
    if (!isPassword(password ?? '')) throw new EntryRefused('password_malformed')
    return { passwordHash: undefined, password: password ?? '' }
  }
  const hash = hasSalt ? withSalt(passwordHash, passwordSalt) : passwordHash
  const problem = passwords.importProblem(hash ?? passwordHash)
  if (problem !== undefined) throw new EntryRefused(`password_hash_${problem}`)
  if (hash === undefined) throw new EntryRefused('password_salt_misplaced')
  return { passwordHash: hash, password: undefined }
}

/**
 * Returns true if the text can be a former username. Other servers may have allowed any name, so any that can be
 * printed is accepted.
 */
const isFormerUsername = (name: string): boolean => name !== '' && isLine(name, 255)

/**
 * Returns the username history. A name without an instant (the first never has one) was taken right after the name
 * before it.
 */
function namesOf({ username, usernameHistory }: AccountFields, createdAt: number) {
  const names: ImportedAccount['names'] = []
  const take = (name: string, given: number | undefined) =>
    names.push({ username: name, changedAt: given ?? (names.at(-1)?.changedAt ?? createdAt - 1) + 1 })
  for (const { name, changedToAt } of usernameHistory ?? []) {
    if (!isFormerUsername(name)) throw new EntryRefused('username_history_malformed')
    take(name, readInstant(changedToAt))
  }
  if (names.at(-1)?.username !== username) take(username, undefined)
  return names
}

function heldNamesOf({ heldNames }: AccountFields): ImportedAccount['heldNames'] {
  return (heldNames ?? []).map(({ name, until }) => {
    const end = readInstant(until)
    if (!isUsername(name) || end === undefined) throw new EntryRefused('held_names_malformed')
    return { name, until: end }
  })
}

function suspensionOf(fields: AccountFields): ImportedAccount['suspension'] {
  const until = readInstant(fields.suspendedUntil) ?? null
  const reason = fields.suspensionReason || null
  if (reason !== null && !isLine(reason, maxReasonLength))
    throw new EntryRefused('suspension_reason_malformed')
  if (fields.suspended) return { until, reason }
  if (until !== null || reason !== null) throw new EntryRefused('suspension_contradictory')
  return undefined
}

function rolesOf({ roles }: AccountFields): ImportedAccount['roles'] {
  if (roles?.every(isRole) === false) throw new EntryRefused('roles_unknown')
  return (roles ?? []).filter(isRole)
}

function groupsOf({ groups }: AccountFields): string[] {
  if (groups?.every(isGroupName) === false) throw new EntryRefused('groups_malformed')
  return [...new Set(groups ?? [])]
}

function linkedOf({ linked }: AccountFields): ImportedAccount['linked'] {
  const all = linked ?? []
  if (!all.every(({ subject }) => isSubject(subject))) throw new EntryRefused('linked_malformed')
  const isTwice = new Set(all.map(({ provider }) => provider)).size < all.length
  if (isTwice || all.length > maxLinkedIdentities) throw new EntryRefused('linked_too_many')
  return all
}

/**
 * The two notations that launchers and web pages use for the model with arms of four pixels, and that for slim arms.
 */
const models: Readonly<Record<string, SkinModel>> = { default: 'default', classic: 'default', slim: 'slim' }

function skinOf({ skin, skinModel }: AccountFields): ImportedAccount['skin'] {
  const model = skinModel == null ? undefined : models[skinModel]
  if (skinModel != null && model === undefined) throw new EntryRefused('skin_model_unknown')
  if (skin != null) return { file: skin, model }
  if (model !== undefined) throw new EntryRefused('skin_missing')
  return undefined
}
