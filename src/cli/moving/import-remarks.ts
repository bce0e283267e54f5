import { EntryRefused } from '../../moving/import/imported-account.ts'
import {
  type Finding,
  isOfPicture,
  type LeftOut,
  type Remark,
  type SkippedData,
  type SourceRemark,
} from '../../moving/import/reasons.ts'
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
  single_sign_on:
    'has no password and signs in through its provider; a launcher that knows only passwords takes an app password from /account/app-passwords',
  issuer_unknown:
    'arrives without a link to single sign-on, since no provider here has its issuer; add one before you import with "norn provider add NAME --issuer URL", or later link the account with "norn account link"',
  subject_of_application:
    'arrives without its link to Microsoft, since the preset knows people by another id; before you import, add the provider with --issuer and the same client ID instead, or let its owner link it at /account/linked',
  identity_unusable:
    'arrives without a link to single sign-on, since the id there is malformed, another player has it, or it is the second of one provider; let its owner link it at /account/linked',
  character: 'arrives as a character, and its password and email address are those of the account',
  account_unsure:
    'arrives as an account of its own, since nothing but a name or UUID says that its user is the one who has an account here; "norn character join" makes it a character of it',
  id_made: 'has no UUID there, and gets one according to NORN_UUIDS',
  deleted_there: 'is about to be deleted there, and arrives suspended',
  ban_unreadable:
    'is banned there until a time that can\'t be read, and arrives without a suspension; use "norn account suspend"',
  ban_reason_shortened: 'arrives with one line of the reason of its ban, of letters that can be shown',
  created_unreadable: "arrives with the current time as its creation time, since its own can't be read",
  password_ambiguous:
    'arrives with a password that several methods store alike; if it is refused, set another one with "norn account password", or name the method before you import (docs/moving.md)',
  password_method_unknown:
    'arrives without a password, since Norn does not have the method of its hash; set one with "norn account password"',
  salt_missing:
    'arrives without a password, since the column with the salt of its hash is missing; name it before you import with --column salt=NAME',
}

/** The parts of an account that were left out, because the source has them in an unusable form. */
const leftOut: Record<LeftOut, string> = {
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
  suspension_reason_malformed:
    'arrives suspended without the reason, since it has several lines, control characters or too many letters',
}

const findings: Record<Finding['problem'], string> = {
  file_empty: 'the file is empty',
  file_broken: 'the file is not JSON and was left out; repair it',
  file_closed: 'the file cannot be opened and was left out; give the right to read it',
  file_other: 'the file is not a list and was left out',
  entry_malformed: 'the entry names no player by UUID and name, and was left out',
}

/** Returns the place of what was left out, and why. */
export const findingText = ({ file, entry, name, problem }: Finding): { place: string; text: string } => ({
  place: [
    file,
    ...(entry === undefined ? [] : [`entry ${entry}`]),
    ...(name === undefined ? [] : [name]),
  ].join(', '),
  text: findings[problem],
})

/** Completes a sentence that begins with a number. */
export const skippedData: Record<SkippedData, string> = {
  users_without_player: 'users without a player, and thus without a name and a UUID',
  players_without_user: 'players whose user does not exist',
  identities: 'links to single sign-on; the remarks say whose, and what to do',
  invites: 'invitations',
  sessions: 'sessions and tokens: everybody has to sign in again',
  name_changes: 'renamed players, whose former names are not kept there',
  positions: 'last positions in worlds, which the game server keeps itself',
  addresses: 'IP addresses',
  closets: 'pictures in closets that nobody wears',
  scores: 'scores',
  bans_of_others: 'bans of players whom the file does not list',
  applications: 'OAuth applications; create them again with "norn client create"',
}

/** Says how many of those who are added are accounts and characters, or nothing if there are no characters. */
export function charactersText(
  { added, characters }: { added: number; characters: number },
  isDryRun: boolean,
): string[] {
  if (characters === 0) return []
  const count = (all: number, noun: string) => `${all} ${noun}${all === 1 ? '' : 's'}`
  const both = `${count(added - characters, 'account')} and ${count(characters, 'character')}`
  return [`${isDryRun ? 'to add' : 'added'}: ${both}`]
}

/** Says how many links to providers an import keeps, or nothing if there are none. */
export function linkedText(count: number, isDryRun: boolean): string[] {
  if (count === 0) return []
  const links = count === 1 ? '1 link to a provider' : `${count} links to providers`
  return [`single sign-on: ${links} ${isDryRun ? 'would be' : count === 1 ? 'was' : 'were'} kept`]
}

export function remarkText(remark: Remark, detail: string | undefined): string {
  if (isOfPicture(remark))
    return `arrives without a picture: ${importRefusal(new EntryRefused(remark, detail))}`
  const text = isOfSource(remark) ? remarks[remark] : leftOut[remark]
  return detail === undefined ? text : `${text}: ${detail}`
}

const isOfSource = (remark: Remark): remark is SourceRemark => Object.hasOwn(remarks, remark)
