import { EntryRefused } from '../../moving/import/imported-account.ts'
import type { ImportRefusal, Remark, SkippedData, SourceRemark } from '../../moving/import/reasons.ts'
import { importRefusal } from './import-refusals.ts'

/** What an account arrives with or without, and what to do about it. */
const remarks: Record<SourceRemark, string> = {
  administrator: 'was an administrator there and is one here; "norn account ungrant" takes the role away',
  operator: 'is an operator of the game server; here it is an ordinary player',
  email_shared: 'arrives without its e-mail address, which an earlier account has; give it one of its own',
  login_changed: 'signs in by this name or its e-mail address from now on, no longer by the login it had',
  one_of_several: 'was one of several players of a user, and is an account of its own with his password',
  no_password:
    'has no password yet; where it has an e-mail address its owner chooses one at /recover, else set one with "norn account password"',
  id_made: 'has no UUID there, and gets one as NORN_UUIDS says',
  deleted_there: 'is about to be deleted there, and arrives suspended',
}

/** What of an account was left out, since the source has it in a form that can't be used. */
const leftOut: Partial<Record<ImportRefusal, string>> = {
  email_malformed: 'arrives without its e-mail address, which is none',
  language_malformed: 'arrives with the language en, since its own is not a language code',
  password_hash_unknown:
    'arrives without a password, since its hash is of no known kind; set one with "norn account password"',
  password_hash_costly:
    'arrives without a password, since its hash costs too much to check; set one with "norn account password"',
  password_salt_misplaced:
    'arrives without a password, since its salt fits no known hash; set one with "norn account password"',
  totp_secret_malformed:
    'arrives without its second factor, whose secret is not Base32; turn it on with "norn totp enable"',
  instant_malformed: 'arrives as made now and without former names, since a time of it is none',
  username_history_malformed: 'arrives without its former names, since one has control characters',
}

/** After a number. */
export const skippedData: Record<SkippedData, string> = {
  users_without_player: 'users who have no player, and so no name and no UUID',
  identities: 'links to single sign-on: these players sign in by password',
  invites: 'invitations',
  sessions: 'sessions and tokens: everybody signs in anew',
  name_changes: 'players who were renamed, of whom the former name is not kept there',
  positions: 'last positions in worlds, which the game server keeps itself',
  addresses: 'IP addresses',
  closets: 'pictures in closets that nobody wears',
  scores: 'scores',
  applications: 'OAuth applications; make them anew with "norn client create"',
}

export function remarkText(remark: Remark, detail: string | undefined): string {
  if (isOfSource(remark)) return remarks[remark]
  return leftOut[remark] ?? `arrives without a picture: ${importRefusal(new EntryRefused(remark, detail))}`
}

const isOfSource = (remark: Remark): remark is SourceRemark => Object.hasOwn(remarks, remark)
