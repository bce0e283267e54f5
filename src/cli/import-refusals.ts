import type { LineRefusal } from '../domain/import/line.ts'
import { maxPasswordLength } from '../model/account.ts'

/** Why a line of an import was refused, and what to do. */
export const importRefusals: Record<LineRefusal, string> = {
  line_too_long: 'the line is longer than 64 KiB',
  line_no_json: 'the line is not JSON in UTF-8',
  line_incomplete:
    'the line must be an object with the strings username and email; its other fields must have the types that "norn help account import" lists',
  line_text_unstorable: 'a text of the line holds NUL or half of a surrogate pair',
  id_malformed: 'id is not a UUID, or the one of zeros; write 32 hexadecimal digits, with or without hyphens',
  username_malformed:
    'username is not allowed; use 1 to 21 letters A-Z and a-z, digits, underscores, hyphens and dots, but not . or .., no hyphen first and no .png last',
  email_malformed: 'email is not an e-mail address; write it like name@example.org',
  language_malformed: 'language is not a language code; write it like en or pt-BR',
  password_missing: 'give either passwordHash or password',
  password_malformed: `password is not allowed; use 1 to ${maxPasswordLength} characters`,
  password_hash_unknown:
    'passwordHash is not whole or not of a known kind; use argon2, bcrypt, scrypt, PBKDF2, AuthMe or LDAP',
  password_hash_costly:
    'passwordHash costs too much to check; argon2 may have 256 MiB and 2 GiB in all passes, scrypt 256 MiB and 512 MiB in all lanes, PBKDF2 3,000,000 iterations and bcrypt cost 15',
  totp_secret_malformed: 'totpSecret is not Base32 of 16 characters or more',
  instant_malformed:
    'a time is neither ISO 8601 with a time zone, like 2026-01-31T18:00:00Z, nor epoch milliseconds',
  username_history_malformed:
    'a name in usernameHistory is not allowed; use 1 to 255 characters without control characters',
  id_taken: 'id belongs to another account',
  username_taken: 'username belongs to another account (letter case does not count)',
  email_taken: 'email belongs to another account',
}
