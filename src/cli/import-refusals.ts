import type { LineRefusal } from '../domain/import/line.ts'
import { maxPasswordLength } from '../model/account.ts'

/** Why a line of an import was refused, and what to do. */
export const importRefusals: Record<LineRefusal, string> = {
  line_too_long: 'the line is longer than 64 KiB',
  line_no_json: 'the line is no JSON in UTF-8',
  line_incomplete:
    'the line must be an object with the strings username and email, and what else it has must be of the types that "norn help account import" names',
  id_malformed: 'id is no UUID; write 32 hexadecimal digits, with or without hyphens',
  username_malformed:
    'username is not allowed; use 1 to 21 letters A-Z and a-z, digits, underscores, hyphens and dots',
  email_malformed: 'email is no e-mail address; write it like name@example.org',
  language_malformed: 'language is no code; write it like en or pt-BR',
  password_missing: 'give either passwordHash or password',
  password_malformed: `password is not allowed; use 1 to ${maxPasswordLength} characters`,
  password_hash_unknown:
    'passwordHash is of no known kind; argon2, bcrypt, scrypt, PBKDF2, AuthMe and LDAP hashes are',
  totp_secret_malformed: 'totpSecret is no Base32 of 16 characters or more',
  instant_malformed:
    'a time is neither ISO 8601 with its zone, like 2026-01-31T18:00:00Z, nor epoch milliseconds',
  id_taken: 'id belongs to another account',
  username_taken: 'username belongs to another account, in some letter case',
  email_taken: 'email belongs to another account',
}
