import { maxPasswordLength } from '../../model/accounts/account.ts'
import { maxGroups } from '../../model/community/group.ts'
import { maxLinkedIdentities, maxSubjectLength } from '../../model/community/provider.ts'
import { maxReasonLength } from '../../model/fields/rules.ts'
import { textureReasons } from '../../model/reasons/texture.ts'
import type { EntryRefused } from '../../moving/import/imported-account.ts'
import type { ImportRefusal } from '../../moving/import/reasons.ts'
import { refusals } from '../line/refusals.ts'

/** Why an entry of an import was refused, and what to do. */
const importRefusals: Record<ImportRefusal, string> = {
  line_too_long: 'the line is longer than 64 KiB',
  line_no_json: 'the line is not JSON in UTF-8',
  line_incomplete:
    'the line must be an object with the string username; its other fields must have the types that "norn help account import" lists',
  line_text_unstorable: 'a text of the line contains NUL or half of a surrogate pair',
  fields_unknown: 'fields that "norn help account import" does not list; correct their names, or remove them',
  id_malformed:
    'id is not a UUID, or is all zeros or all f; write 32 hexadecimal digits, with or without hyphens',
  username_malformed:
    'username is not allowed; use 1 to 21 letters A-Z and a-z, digits, underscores, hyphens and dots, but not . or .., no hyphen first and no .png last',
  email_malformed: 'email is not an email address; write it like name@example.org, or leave it out',
  language_malformed: 'language is not a language code; write it like en or pt-BR',
  password_missing:
    'give either passwordHash or password; passwordHash "!" stands for an account that has no password yet',
  password_malformed: `password is not allowed; use 1 to ${maxPasswordLength} characters`,
  password_hash_unknown: 'passwordHash is incomplete or of an unknown kind; docs/moving.md lists the kinds',
  password_hash_costly:
    'passwordHash costs too much to check; argon2 may have 256 MiB and 2 GiB in all passes, scrypt 256 MiB and 512 MiB in all lanes, PBKDF2 3,000,000 iterations, bcrypt cost 15 and phpass 2^15 rounds',
  password_salt_misplaced:
    'passwordSalt is for MD5, SHA-1, SHA-256 or SHA-512 in hexadecimal, and has at most 255 characters; other kinds have the salt in passwordHash: leave passwordSalt out',
  totp_secret_malformed: 'totpSecret is not Base32 of 16 characters or more',
  instant_malformed:
    'a time is neither ISO 8601 with a time zone, like 2026-01-31T18:00:00Z, nor epoch milliseconds, or is after the year 9999',
  instant_in_seconds: 'a time is in seconds; write milliseconds (append 000) or ISO 8601',
  username_history_malformed:
    'a name in usernameHistory is not allowed; use 1 to 255 characters without control or bidirectional characters',
  held_names_malformed: 'an entry of heldNames is not a username with the time at which its hold ends',
  groups_malformed:
    'an entry of groups is not the name of a group; use 1 to 32 of the characters a-z, 0-9 and -, beginning with a letter or a digit',
  groups_too_many: `with its groups there would be more than ${maxGroups}; delete some, or name fewer`,
  linked_malformed: `a subject in linked is empty, longer than ${maxSubjectLength} characters or has control characters; correct it, or leave its entry out`,
  linked_too_many: `linked has two entries of one provider, or more than ${maxLinkedIdentities}; leave some out`,
  provider_unknown:
    'linked names a provider that is not here; add it first with "norn provider add" under that name, or leave its entry out',
  subject_taken:
    'linked names somebody who has another account here; "norn account unlink" ends that, or leave the entry out',
  suspension_contradictory:
    'suspendedUntil or suspensionReason is given, but suspended is not true; set it, or leave them out',
  suspension_reason_malformed: `suspensionReason contains control or bidirectional characters, several lines or more than ${maxReasonLength} characters; write one line without them`,
  roles_unknown: 'roles contains something other than "admin" and "moderator"',
  skin_model_unknown: 'skinModel is neither default (or classic) nor slim',
  skin_missing: 'skinModel is given without skin; name the file of the skin, or leave skinModel out',
  file_outside: 'the picture is not in the folder of the file, or below it; copy it there',
  file_unreadable: 'the picture cannot be read; check its name, which starts at the folder of the file',
  texture_malformed: textureReasons.texture_malformed.command,
  texture_animated: textureReasons.texture_animated.command,
  texture_size_unknown: textureReasons.texture_size_unknown.command,
  texture_taken_down:
    'the picture was taken down here; leave it out, or bring it back with "norn texture unhide HASH"',
  texture_too_large: refusals.texture_too_large,
  id_taken: 'id belongs to another account',
  username_taken: 'username belongs to another account (letter case does not matter)',
  username_held:
    'username is held for the player who had it before; "norn account release-name NAME" ends that',
  username_reserved:
    'username is reserved, or looks like one that is (NORN_RESERVED_NAMES); give --reserved to take such names',
  email_taken: 'email belongs to another account',
  account_only:
    'a line with owner is a character and has none of the fields that belong to its account; leave them out',
  owner_unknown:
    'owner is neither the UUID nor the username of an account that is here or stands on an earlier line that was imported',
  owner_is_character: 'owner is a character itself; name its account',
  primary_taken: 'its account has another primary player; leave primary out',
  character_limit: 'its account would have more than 100 players',
}

export const importRefusal = ({ reason, detail }: EntryRefused): string =>
  detail === undefined ? importRefusals[reason] : `${importRefusals[reason]}: ${detail}`
