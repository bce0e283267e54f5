import { EntryRefused } from '../../moving/import/imported-account.ts'
import type { ImportRefusal, Remark, SkippedData, SourceRemark } from '../../moving/import/reasons.ts'
import { importRefusal } from './import-refusals.ts'

/** Remarks about an imported account, and what to do about them. */
const remarks: Record<SourceRemark, string> = {
  administrator: 'was an administrator there and is one here; "norn account ungrant" removes the role',
  operator: 'is an operator of the game server, but an ordinary player here',
  email_shared: 'arrives without its email address, which an earlier account has; give it one of its own',
  login_changed: 'signs in by this name or its email address from now on, no longer by its old login',
  one_of_several:
    'was one of several players of a user, and is now an account of its own with the same password',
  no_password:
    'has no password yet; if it has an email address, its owner can choose one at /recover; otherwise set one with "norn account password"',
  id_made: 'has no UUID there, and gets one according to NORN_UUIDS',
  deleted_there: 'is about to be deleted there, and arrives suspended',
}

/** The parts of an account that were left out, because the source has them in an unusable form. */
const leftOut: Partial<Record<ImportRefusal, string>> = {
  email_malformed: 'arrives without its email address, which is malformed',
  language_malformed: 'arrives with the language en, since its own is not a language code',
  password_hash_unknown:
    'arrives without a password, since its hash is of an unknown kind; set one with "norn account password"',
  password_hash_costly:
    'arrives without a password, since its hash costs too much to check; set one with "norn account password"',
  password_salt_misplaced:
    'arrives without a password, since its salt fits no known hash; set one with "norn account password"',
  totp_secret_malformed:
    'arrives without its second factor, whose secret is not Base32; turn it on with "norn totp enable"',
  instant_malformed:
    'arrives with the current time as its creation time and without former names, since one of its times is malformed',
  username_history_malformed: 'arrives without its former names, since one has control characters',
}

/** Completes a sentence that begins with a number. */
export const skippedData: Record<SkippedData, string> = {
  users_without_player: 'users without a player, and thus without a name and a UUID',
  identities: 'links to single sign-on: these players sign in by password',
  invites: 'invitations',
  sessions: 'sessions and tokens: everybody has to sign in again',
  name_changes: 'renamed players, whose former names are not kept there',
  positions: 'last positions in worlds, which the game server keeps itself',
  addresses: 'IP addresses',
  closets: 'pictures in closets that nobody wears',
  scores: 'scores',
  applications: 'OAuth applications; create them again with "norn client create"',
}

export function remarkText(remark: Remark, detail: string | undefined): string {
  if (isOfSource(remark)) return remarks[remark]
  return leftOut[remark] ?? `arrives without a picture: ${importRefusal(new EntryRefused(remark, detail))}`
}

const isOfSource = (remark: Remark): remark is SourceRemark => Object.hasOwn(remarks, remark)
